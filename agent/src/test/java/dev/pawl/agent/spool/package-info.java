/// Tests of the spool with real files.
@NullMarked
package dev.pawl.agent.spool;

import org.jspecify.annotations.NullMarked;
