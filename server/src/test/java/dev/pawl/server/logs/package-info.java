/// Tests of the log files: receiving, reading, following, retention, crashes and load.
@NullMarked
package dev.pawl.server.logs;

import org.jspecify.annotations.NullMarked;
