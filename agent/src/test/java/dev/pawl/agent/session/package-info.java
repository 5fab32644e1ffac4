/// The session, told the time by its stories, against a scripted server and a scripted execution.
@NullMarked
package dev.pawl.agent.session;

import org.jspecify.annotations.NullMarked;
