package dev.pawl.agent.supervision;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.Cgroups;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.process.SystemUser;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Kills every process of a job at the job's end, and those of all jobs when the agent itself dies.
///
/// Every process of a job carries a marker in its environment, which its children inherit. When a
/// job ends, every process with the job's marker is killed, and every process that is still in the
/// session of one of its steps, because a process can empty its environment. The [Watchdog] waits
/// for the end of this process, however it dies, and then kills every process that carries the
/// agent's marker or is in a session that was still open. Markers accumulate, so that a Pawl within
/// a job of another Pawl is killed with it.
///
/// This does not find a process that empties its environment and leaves its session (`setsid env
/// -i`). So where the machine allows it, the agent has a control group of its own, and each job one
/// within that: killing the group needs no search.
public final class ProcessReaper implements AutoCloseable {

  /// The variable that holds the markers.
  public static final String VARIABLE = "PAWL_PROCESS_MARKER";

  private static final int MAX_SWEEPS = 100;
  private static final int MIN_MARKER_LENGTH = 16;

  private final String token;
  private final String markers;
  private final Optional<Cgroup> group;
  private final Watchdog watchdog;

  private ProcessReaper(String token, String markers, Optional<Cgroup> group, Watchdog watchdog) {
    this.token = token;
    this.markers = markers;
    this.group = group;
    this.watchdog = watchdog;
  }

  /// Starts the watchdog, and makes a control group where the machine allows it.
  ///
  /// @param token a random name of this agent's processes, also used in file names. Another one at
  ///   each start, because the watchdog of an earlier agent may still be at work
  /// @param environment of this process, with the markers that it carries itself
  public static ProcessReaper open(String token, Map<String, String> environment)
      throws IOException {
    return open(token, environment, Cgroups.open(token));
  }

  /// Behaves as on a machine where no control group can be made.
  public static ProcessReaper openWithoutGroup(String token, Map<String, String> environment)
      throws IOException {
    return open(token, environment, Optional.empty());
  }

  private static ProcessReaper open(
      String token, Map<String, String> environment, Optional<Cgroup> group) throws IOException {
    return new ProcessReaper(
        token, environment.getOrDefault(VARIABLE, ""), group, Watchdog.start(token, group));
  }

  /// A sentence for operators that says what is guaranteed on this machine.
  ///
  /// @param areApart whether each job has a user or a process namespace of its own
  public String guarantee(boolean areApart) {
    if (group.isPresent()) {
      return "no process survives its job (cgroup)";
    }
    return areApart
        ? "no process survives its job (each has a user or a namespace of its own)"
        : "a process that leaves its session and empties its environment may survive its job"
            + " (no writable cgroup v2)";
  }

  /// The agent's control group, if it has one.
  public Optional<Cgroup> group() {
    return group;
  }

  /// Lets the watchdog remove other groups of the agent, when the agent is gone.
  public void removeAtEnd(Iterable<Cgroup> others) {
    others.forEach(watchdog::removeAtEnd);
  }

  /// Makes the control group of a job; empty if the agent has none.
  public Optional<Cgroup> createJobGroup(long job) throws IOException {
    return group.isPresent() ? Optional.of(group.get().create("job-" + job)) : Optional.empty();
  }

  /// The marker of one job's processes.
  String jobMarker(long job) {
    return token + "-" + job + ".";
  }

  /// The value of [#VARIABLE] for a job's processes.
  public String variable(long job) {
    return markers + jobMarker(job);
  }

  Watchdog watchdog() {
    return watchdog;
  }

  /// Kills every process that was left by agents whose tokens have this prefix.
  public static void killAll(String prefix) {
    checkMarker(prefix);
    for (Cgroup left : Cgroups.of(prefix)) {
      boolean _ = left.killAndRemove();
    }
    sweep(prefix);
  }

  /// Kills every process that carries the marker, until none is left.
  static void sweep(String marker) {
    checkMarker(marker);
    kill(() -> ProcessTable.withMarker(marker));
  }

  private static void checkMarker(String marker) {
    if (marker.length() < MIN_MARKER_LENGTH) {
      throw new IllegalArgumentException("marker too short to be unique: '%s'".formatted(marker));
    }
  }

  /// Kills every process that is left in a step's session, with or without the marker.
  static void sweepSession(long leader) {
    kill(() -> ProcessTable.inSession(leader));
  }

  /// Kills every process of a user, which must be a user for jobs alone.
  public static void sweepUser(SystemUser user) {
    try {
      user.killAll();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    kill(() -> ProcessTable.ofUser(user.uid()));
  }

  private static void kill(Supplier<List<Long>> search) {
    List<Long> found = search.get();
    for (int sweep = 0; sweep < MAX_SWEEPS && !found.isEmpty(); sweep++) {
      found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      found = search.get();
    }
  }

  /// Kills what is left of the jobs, and ends the watchdog.
  @Override
  public void close() {
    boolean _ = group.map(Cgroup::killAndRemove).orElse(true);
    watchdog.close();
  }
}
