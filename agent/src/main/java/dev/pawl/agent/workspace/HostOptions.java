package dev.pawl.agent.workspace;

import dev.pawl.agent.isolation.JobSlots;
import dev.pawl.agent.process.LimitGroups;
import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.SystemUser;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The options of an agent for the jobs that it hosts.
///
/// @param name gives the agent's name as jobs see it, which the server may choose; empty for the
///   host's name
/// @param slots where jobs run, and as which users
/// @param hasNamespaces whether each job has namespaces of its own
/// @param limits what limits the processes of jobs
/// @param failedJobListener called with the workspace of each failed job that was kept; if absent,
///   none is kept
public record HostOptions(
    ProcessLauncher launcher,
    Supplier<String> name,
    JobSlots slots,
    boolean hasNamespaces,
    LimitGroups limits,
    Optional<Consumer<Path>> failedJobListener) {

  /// Jobs run as the agent's own user, and no workspace is kept.
  public static HostOptions defaults() {
    JobSlots slots = JobSlots.uncounted(Optional.empty());
    return new HostOptions(
        ProcessLauncher.best(), () -> "", slots, false, LimitGroups.none(), Optional.empty());
  }

  public HostOptions withLauncher(ProcessLauncher other) {
    return new HostOptions(other, name, slots, hasNamespaces, limits, failedJobListener);
  }

  public HostOptions withName(Supplier<String> agent) {
    return new HostOptions(launcher, agent, slots, hasNamespaces, limits, failedJobListener);
  }

  /// All jobs run as the same user.
  public HostOptions withUser(SystemUser user) {
    return withSlots(JobSlots.uncounted(Optional.of(user)));
  }

  public HostOptions withSlots(JobSlots other) {
    return new HostOptions(launcher, name, other, hasNamespaces, limits, failedJobListener);
  }

  public HostOptions withNamespaces() {
    return new HostOptions(launcher, name, slots, true, limits, failedJobListener);
  }

  public HostOptions withLimits(LimitGroups others) {
    return new HostOptions(launcher, name, slots, hasNamespaces, others, failedJobListener);
  }

  public HostOptions withFailedJobsKept(Consumer<Path> listener) {
    return new HostOptions(launcher, name, slots, hasNamespaces, limits, Optional.of(listener));
  }
}
