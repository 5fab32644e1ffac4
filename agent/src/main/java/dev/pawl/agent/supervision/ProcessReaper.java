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

/// Sees to it that nothing a job started outlives it, whatever happens to this process.
///
/// Every process of a job carries a marker in its environment, inherited by its children wherever
/// they go. At a job's end whoever carries its marker is killed, and whoever is still in the
/// session of one of its steps, for an environment can be emptied. A small shell, in a session of
/// its own, waits for this process to be gone, by any death, and then kills whoever carries the
/// agent's marker or is in a session that was still open. Markers add up, so that a Pawl within a
/// job of another is swept with it.
///
/// That does not find what empties its environment and leaves the session (`setsid env -i`). So
/// where the machine lets us, all of the agent's jobs are in a control group of its own, and each
/// in one within that: then whoever is in there is killed, and nobody is looked for.
public final class ProcessReaper implements AutoCloseable {

  /// The variable that holds the markers.
  public static final String VARIABLE = "PAWL_WARD";

  private static final int MOST_SWEEPS = 100;
  private static final int SHORTEST_MARKER = 16;

  /// Is given the agent's marker and its control group, which may be empty. Reads `+session` for
  /// one that begins, `-session` for one that is over and `=session` for one whose step is over but
  /// not all of it, until this process is gone; then kills what is left. It asks again until nobody
  /// is found, since whoever is killed may have been forking.
  private static final String WATCH =
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
        # Whose leader lives has got the number of one that is gone.
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
  private final Process watch;

  private ProcessReaper(String token, String markers, Optional<Cgroup> group, Process watch) {
    this.token = token;
    this.markers = markers;
    this.group = group;
    this.watch = watch;
  }

  /// Starts the watch, with a control group where there can be one.
  ///
  /// @param token random, names this agent's processes; a part of file names. Another one at each
  ///   start, because the watch of a former one may still be at work
  /// @param environment of this process: the markers it carries itself
  public static ProcessReaper open(String token, Map<String, String> environment)
      throws IOException {
    return open(token, environment, Cgroups.open(token));
  }

  /// As on a machine where no control group can be made.
  public static ProcessReaper openWithoutGroup(String token, Map<String, String> environment)
      throws IOException {
    return open(token, environment, Optional.empty());
  }

  private static ProcessReaper open(
      String token, Map<String, String> environment, Optional<Cgroup> group) throws IOException {
    String directory = group.map(its -> its.directory().toString()).orElse("");
    Process watch =
        new ProcessBuilder(List.of("setsid", "sh", "-c", WATCH, "pawl-ward", token, directory))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new ProcessReaper(token, environment.getOrDefault(VARIABLE, ""), group, watch);
  }

  /// What holds on this machine, in a sentence for whoever starts an agent.
  public String guarantee() {
    return group.isPresent()
        ? "no process survives its job (cgroup)"
        : "a process that leaves its session and empties its environment may survive its job"
            + " (no writable cgroup v2)";
  }

  /// Makes the control group of a job, if the agent has one.
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
      OutputStream out = watch.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException _) {
      // The watch is gone; the sweep at the job's end and the next start's remain.
    }
  }

  /// Ends all that agents have left whose tokens begin so.
  public static void killAll(String token) {
    checkMarker(token);
    for (Cgroup left : Cgroups.of(token)) {
      boolean _ = left.killAndRemove();
    }
    sweep(token);
  }

  /// Kills whoever carries the marker, until nobody does.
  static void sweep(String marker) {
    checkMarker(marker);
    kill(() -> ProcessTable.withMarker(marker));
  }

  private static void checkMarker(String marker) {
    if (marker.length() < SHORTEST_MARKER) {
      throw new IllegalArgumentException("would find processes that are not ours: " + marker);
    }
  }

  /// Kills whoever is left in a step's session, with or without the marker.
  static void sweepSession(long leader) {
    kill(() -> ProcessTable.inSession(leader));
  }

  private static void kill(Supplier<List<Long>> whom) {
    List<Long> found = whom.get();
    for (int sweep = 0; sweep < MOST_SWEEPS && !found.isEmpty(); sweep++) {
      found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      found = whom.get();
    }
  }

  /// Ends what is left of jobs; there is nothing, if all of them were over.
  @Override
  public void close() {
    boolean _ = group.map(Cgroup::killAndRemove).orElse(true);
    try {
      watch.getOutputStream().close();
    } catch (IOException _) {
      // It is gone already.
    }
  }
}
