/// How a step's output reaches the server.
@NullMarked
package dev.pawl.agent.logs;

import org.jspecify.annotations.NullMarked;
