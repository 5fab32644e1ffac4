/// How the jar is made.
@NullMarked
package dev.pawl.cli.packaging;

import org.jspecify.annotations.NullMarked;
