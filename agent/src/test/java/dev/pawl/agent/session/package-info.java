/// Tests of the session with a virtual clock, a scripted server and a scripted execution.
@NullMarked
package dev.pawl.agent.session;

import org.jspecify.annotations.NullMarked;
