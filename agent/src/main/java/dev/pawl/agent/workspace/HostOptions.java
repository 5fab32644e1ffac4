package dev.pawl.agent.workspace;

import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.SystemUser;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// The options of an agent for the jobs that it hosts.
///
/// @param name the agent's name as jobs see it; empty for the host's name
/// @param user the user that jobs run as; the agent's own if absent
/// @param failedJobListener called with the workspace of each failed job that was kept; if absent,
///   none is kept
public record HostOptions(
    ProcessLauncher launcher,
    String name,
    Optional<SystemUser> user,
    Optional<Consumer<Path>> failedJobListener) {

  /// Jobs run as the agent's own user, and no workspace is kept.
  public static HostOptions defaults() {
    return new HostOptions(ProcessLauncher.best(), "", Optional.empty(), Optional.empty());
  }

  public HostOptions withLauncher(ProcessLauncher other) {
    return new HostOptions(other, name, user, failedJobListener);
  }

  public HostOptions withName(String agent) {
    return new HostOptions(launcher, agent, user, failedJobListener);
  }

  public HostOptions withUser(SystemUser other) {
    return new HostOptions(launcher, name, Optional.of(other), failedJobListener);
  }

  public HostOptions withFailedJobsKept(Consumer<Path> listener) {
    return new HostOptions(launcher, name, user, Optional.of(listener));
  }
}
