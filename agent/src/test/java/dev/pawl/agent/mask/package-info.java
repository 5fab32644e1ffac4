/// Tests of the masking of secrets.
@NullMarked
package dev.pawl.agent.mask;

import org.jspecify.annotations.NullMarked;
