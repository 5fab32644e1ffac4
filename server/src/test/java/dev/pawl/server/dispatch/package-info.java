/// Tests of `dev.pawl.server.dispatch`.
@NullMarked
package dev.pawl.server.dispatch;

import org.jspecify.annotations.NullMarked;
