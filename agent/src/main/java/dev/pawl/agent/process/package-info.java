/// Operating-system processes: launch, signals, exit status, users and control groups. A
/// [LaunchSpec] enters, a [ChildProcess] leaves. Everything that needs Linux is here; nothing here
/// knows of jobs.
@NullMarked
package dev.pawl.agent.process;

import org.jspecify.annotations.NullMarked;
