/// HTTP without knowing what it is about: routes with the permission that each needs, one router
/// that authenticates, authorizes and answers, bodies, problems, and keys of repeated requests.
///
/// A request enters from the listener and leaves as an [dev.pawl.server.http.Answer] of its
/// handler. What a route does is in `server.api`; nothing here may use that.
@NullMarked
package dev.pawl.server.http;

import org.jspecify.annotations.NullMarked;
