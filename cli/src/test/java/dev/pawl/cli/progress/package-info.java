/// Tests of the model that views show.
@NullMarked
package dev.pawl.cli.progress;

import org.jspecify.annotations.NullMarked;
