/// Tests of reading facts from git, on real repositories.
@NullMarked
package dev.pawl.cli.git;

import org.jspecify.annotations.NullMarked;
