/// Tests of `dev.pawl.core.lifecycle.render`.
@NullMarked
package dev.pawl.core.lifecycle.render;

import org.jspecify.annotations.NullMarked;
