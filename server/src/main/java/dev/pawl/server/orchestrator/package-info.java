/// The package `dev.pawl.server.orchestrator`.
@NullMarked
package dev.pawl.server.orchestrator;

import org.jspecify.annotations.NullMarked;
