/// Health of a server, for load balancers and for monitoring: `/healthz`, `/readyz` and `/metrics`.
///
/// Requests enter without a token, so answers name no run, person or repository. What the store is
/// asked for is asked at most every two seconds, by connections that no commit waits for.
@NullMarked
package dev.pawl.server.health;

import org.jspecify.annotations.NullMarked;
