@NullMarked
package dev.pawl.cli.git;

import org.jspecify.annotations.NullMarked;
