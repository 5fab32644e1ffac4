/// Support for tests that run pawl: as a process of the packaged jar, or inside the test's JVM.
@NullMarked
package dev.pawl.cli.process;

import org.jspecify.annotations.NullMarked;
