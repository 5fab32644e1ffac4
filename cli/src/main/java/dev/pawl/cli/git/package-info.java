/// What git knows of the working tree: the commit, its ref, the repository, and what has changed.
@NullMarked
package dev.pawl.cli.git;

import org.jspecify.annotations.NullMarked;
