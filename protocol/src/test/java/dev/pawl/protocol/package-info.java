/// Tests of the protocol's messages and frames.
@NullMarked
package dev.pawl.protocol;

import org.jspecify.annotations.NullMarked;
