/// Tests of the server's certificate.
@NullMarked
package dev.pawl.server.tls;

import org.jspecify.annotations.NullMarked;
