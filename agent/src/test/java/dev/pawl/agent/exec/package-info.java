/// Tests of whole jobs with real processes, against a scripted server.
@NullMarked
package dev.pawl.agent.exec;

import org.jspecify.annotations.NullMarked;
