/// The package `dev.pawl.agent.steps`.
@NullMarked
package dev.pawl.agent.steps;

import org.jspecify.annotations.NullMarked;
