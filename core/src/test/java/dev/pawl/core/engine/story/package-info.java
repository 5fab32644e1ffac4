/// Tests of `dev.pawl.core.engine.story`.
@NullMarked
package dev.pawl.core.engine.story;

import org.jspecify.annotations.NullMarked;
