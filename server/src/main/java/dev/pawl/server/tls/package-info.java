/// The certificate of the HTTP port. Files in PEM go in; a TLS context comes out that follows the
/// files when they change. It knows nothing of HTTP.
@NullMarked
package dev.pawl.server.tls;

import org.jspecify.annotations.NullMarked;
