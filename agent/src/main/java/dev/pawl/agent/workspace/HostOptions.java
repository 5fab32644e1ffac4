package dev.pawl.agent.workspace;

import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.SystemUser;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// How an agent hosts its jobs.
///
/// @param user whose processes they are, and whose files; the agent's own if there is none
/// @param name what people call the agent; empty for nothing in particular
/// @param kept told where the directory of a job that failed has been kept; none are, if there is
///   nobody to be told
public record HostOptions(
    ProcessLauncher launcher,
    String name,
    Optional<SystemUser> user,
    Optional<Consumer<Path>> kept) {

  /// As the agent's own user, and nothing is kept.
  public static HostOptions defaults() {
    return new HostOptions(ProcessLauncher.best(), "", Optional.empty(), Optional.empty());
  }

  public HostOptions withLauncher(ProcessLauncher other) {
    return new HostOptions(other, name, user, kept);
  }

  public HostOptions withName(String agent) {
    return new HostOptions(launcher, agent, user, kept);
  }

  public HostOptions withUser(SystemUser somebody) {
    return new HostOptions(launcher, name, Optional.of(somebody), kept);
  }

  public HostOptions withFailedJobsKept(Consumer<Path> told) {
    return new HostOptions(launcher, name, user, Optional.of(told));
  }
}
