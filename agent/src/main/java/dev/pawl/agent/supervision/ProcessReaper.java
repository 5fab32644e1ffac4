package dev.pawl.agent.supervision;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.Cgroups;
import dev.pawl.agent.process.ProcessTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Kills every process of a job at the job's end, and those of all jobs when the agent itself dies.
///
/// Every process of a job carries a marker in its environment, which its children inherit. When a
/// job ends, every process with the job's marker is killed, and every process that is still in the
/// session of one of its steps, because a process can empty its environment. A small shell, the
/// watchdog, runs in a session of its own. It waits for the end of this process, however it dies,
/// and then kills every process that carries the agent's marker or is in a session that was still
/// open. Markers accumulate, so that a Pawl within a job of another Pawl is killed with it.
///
/// This does not find a process that empties its environment and leaves its session (`setsid env
/// -i`). So where the machine allows it, the agent has a control group of its own, and each job one
/// within that: killing the group needs no search.
public final class ProcessReaper implements AutoCloseable {

  /// The variable that holds the markers.
  public static final String VARIABLE = "PAWL_PROCESS_MARKER";

  private static final int MAX_SWEEPS = 100;
  private static final int MIN_MARKER_LENGTH = 16;

  /// The watchdog. Its arguments are the agent's marker and its control group, which may be empty.
  /// Reads `+session` for a session that was opened, `-session` for one that was closed and
  /// `=session` for one in which processes are left, until this process is gone; then kills what is
  /// left. It searches until nothing is found, because a process may fork while it is being killed.
  private static final String WATCHDOG =
      """
      trap '' INT TERM HUP QUIT
      group=$2
      sessions=' '
      left=' '
      while read -r line; do
        session=${line#?}
        case $line in
          +*) sessions="$sessions$session " ;;
          -*) sessions="${sessions%% $session *} ${sessions#* $session }" ;;
          =*) left="$left$session " ;;
        esac
      done
      in_sessions() {
        for file in /proc/[0-9]*/stat; do
          read -r stat <"$file" || continue
          set -- ${stat##*) }
          case $1$sessions in Z*) ;; *" $4 "*) echo "$file" ;; esac
        done
      }
      remove() {
        for inner in "$1"/*/; do [ -d "$inner" ] && remove "${inner%/}"; done
        rmdir "$1" 2>/dev/null
      }
      for session in $sessions; do kill -s KILL -- "-$session" 2>/dev/null; done
      for session in $left; do
        # A living leader has been given the number of a session that is gone.
        [ -e "/proc/$session" ] || sessions="$sessions$session "
      done
      sweeps=0
      while [ $sweeps -lt 100 ]; do
        if [ -d "$group" ]; then
          echo 1 >"$group/cgroup.kill"
          remove "$group"
        fi
        found=$(grep -lsF -- "$1" /proc/[0-9]*/environ 2>/dev/null; in_sessions 2>/dev/null)
        [ -n "$found" ] || [ -d "$group" ] || exit 0
        for file in $found; do
          pid=${file#/proc/}
          kill -s KILL "${pid%/*}" 2>/dev/null
        done
        sweeps=$((sweeps + 1))
      done
      """;

  private final String token;
  private final String markers;
  private final Optional<Cgroup> group;
  private final Process watchdog;

  private ProcessReaper(String token, String markers, Optional<Cgroup> group, Process watchdog) {
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
    String directory = group.map(its -> its.directory().toString()).orElse("");
    Process watchdog =
        new ProcessBuilder(List.of("setsid", "sh", "-c", WATCHDOG, "pawl-reaper", token, directory))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new ProcessReaper(token, environment.getOrDefault(VARIABLE, ""), group, watchdog);
  }

  /// A sentence for operators that says what is guaranteed on this machine.
  public String guarantee() {
    return group.isPresent()
        ? "no process survives its job (cgroup)"
        : "a process that leaves its session and empties its environment may survive its job"
            + " (no writable cgroup v2)";
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
  String variable(long job) {
    return markers + jobMarker(job);
  }

  void sessionOpened(long session) {
    send("+" + session);
  }

  void sessionClosed(long session) {
    send("-" + session);
  }

  void sessionLeftOpen(long session) {
    send("-" + session);
    send("=" + session);
  }

  private synchronized void send(String line) {
    try {
      OutputStream out = watchdog.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException _) {
      // The watchdog is dead; the sweeps at the job's end and at the next start remain.
    }
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
  public static void sweepUser(int uid) {
    kill(() -> ProcessTable.ofUser(uid));
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
    try {
      watchdog.getOutputStream().close();
    } catch (IOException _) {
      // It is dead already.
    }
  }
}
