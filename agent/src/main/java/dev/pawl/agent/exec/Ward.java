package dev.pawl.agent.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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
/// What empties its environment and leaves the session (`env -i setsid`) is not found.
public final class Ward implements AutoCloseable {

  /// The variable that holds the markers.
  public static final String VARIABLE = "PAWL_WARD";

  private static final int MOST_SWEEPS = 100;
  private static final int SHORTEST_MARKER = 16;

  /// Reads `+session` for one that begins, `-session` for one that is over and `=session` for one
  /// whose step is over but not all of it, until this process is gone; then kills what is left. It
  /// asks again until nobody is found, since whoever is killed may have been forking.
  private static final String WATCH =
      """
      trap '' INT TERM HUP QUIT
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
      for session in $sessions; do kill -s KILL -- "-$session" 2>/dev/null; done
      for session in $left; do
        # Whose leader lives has got the number of one that is gone.
        [ -e "/proc/$session" ] || sessions="$sessions$session "
      done
      sweeps=0
      while [ $sweeps -lt 100 ]; do
        found=$(grep -lsF -- "$1" /proc/[0-9]*/environ 2>/dev/null; in_sessions 2>/dev/null)
        [ -n "$found" ] || exit 0
        for file in $found; do
          pid=${file#/proc/}
          kill -s KILL "${pid%/*}" 2>/dev/null
        done
        sweeps=$((sweeps + 1))
      done
      """;

  private final String token;
  private final String markers;
  private final Process watch;

  private Ward(String token, String markers, Process watch) {
    this.token = token;
    this.markers = markers;
    this.watch = watch;
  }

  /// Starts the watch.
  ///
  /// @param token random, names this agent's processes
  /// @param environment of this process: the markers it carries itself
  public static Ward open(String token, Map<String, String> environment) throws IOException {
    Process watch =
        new ProcessBuilder(List.of("setsid", "sh", "-c", WATCH, "pawl-ward", token))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Ward(token, environment.getOrDefault(VARIABLE, ""), watch);
  }

  /// The marker of one job's processes.
  String jobMarker(long job) {
    return token + "-" + job + ".";
  }

  /// The value of [#VARIABLE] for a job's processes.
  String variable(long job) {
    return markers + jobMarker(job);
  }

  void opened(long session) {
    tell("+" + session);
  }

  void closed(long session) {
    tell("-" + session);
  }

  void left(long session) {
    tell("-" + session);
    tell("=" + session);
  }

  private synchronized void tell(String line) {
    try {
      OutputStream out = watch.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException _) {
      // The watch is gone; the sweep at the job's end and the next start's remain.
    }
  }

  /// Kills whoever carries the marker, until nobody does.
  public static void sweep(String marker) {
    if (marker.length() < SHORTEST_MARKER) {
      throw new IllegalArgumentException("would find processes that are not ours: " + marker);
    }
    kill(() -> Proc.marked(marker));
  }

  /// Kills whoever is left in a step's session, with or without the marker.
  static void sweepSession(long leader) {
    kill(() -> Proc.inSession(leader));
  }

  private static void kill(Supplier<List<Long>> whom) {
    List<Long> found = whom.get();
    for (int sweep = 0; sweep < MOST_SWEEPS && !found.isEmpty(); sweep++) {
      found.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      found = whom.get();
    }
  }

  @Override
  public void close() {
    try {
      watch.getOutputStream().close();
    } catch (IOException _) {
      // It is gone already.
    }
  }
}
