/// The package `dev.pawl.server.agents`.
@NullMarked
package dev.pawl.server.agents;

import org.jspecify.annotations.NullMarked;
