/// The machines against their specification and against published state machines.
@NullMarked
package dev.pawl.core.lifecycle.conformance;

import org.jspecify.annotations.NullMarked;
