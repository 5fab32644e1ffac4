/// HTTP of the server: the port, health, and requests about runs.
///
/// Requests enter, are authenticated and validated, and become requests to the orchestrator;
/// answers leave as JSON, rejections as problem details. Nothing is decided here.
@NullMarked
package dev.pawl.server.api;

import org.jspecify.annotations.NullMarked;
