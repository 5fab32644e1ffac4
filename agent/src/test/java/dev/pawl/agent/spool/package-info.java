/// Real files.
@NullMarked
package dev.pawl.agent.spool;

import org.jspecify.annotations.NullMarked;
