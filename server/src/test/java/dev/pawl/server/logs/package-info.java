/// The log files.
@NullMarked
package dev.pawl.server.logs;

import org.jspecify.annotations.NullMarked;
