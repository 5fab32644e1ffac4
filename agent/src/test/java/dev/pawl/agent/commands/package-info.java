/// Tests of workflow commands and environment files.
@NullMarked
package dev.pawl.agent.commands;

import org.jspecify.annotations.NullMarked;
