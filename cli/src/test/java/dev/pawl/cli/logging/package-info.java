/// Tests of the logging backend.
@NullMarked
package dev.pawl.cli.logging;

import org.jspecify.annotations.NullMarked;
