/// Tests of slots and their users.
@NullMarked
package dev.pawl.agent.isolation;

import org.jspecify.annotations.NullMarked;
