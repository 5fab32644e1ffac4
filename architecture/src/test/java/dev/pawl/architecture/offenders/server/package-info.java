/// What the server must not do.
@NullMarked
package dev.pawl.architecture.offenders.server;

import org.jspecify.annotations.NullMarked;
