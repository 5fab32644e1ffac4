/// Tests of what keeps the jobs of a real agent apart, and of their limits.
@NullMarked
package dev.pawl.cli.isolation;

import org.jspecify.annotations.NullMarked;
