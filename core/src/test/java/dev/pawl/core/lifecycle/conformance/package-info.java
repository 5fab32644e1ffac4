/// Tests of `dev.pawl.core.lifecycle.conformance`.
@NullMarked
package dev.pawl.core.lifecycle.conformance;

import org.jspecify.annotations.NullMarked;
