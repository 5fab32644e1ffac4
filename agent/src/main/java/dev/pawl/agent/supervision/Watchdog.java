package dev.pawl.agent.supervision;

import dev.pawl.agent.process.Cgroup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A small shell in a session of its own, which does what the agent's process cannot: it kills the
/// processes of all jobs when the agent is dead, and those of one job when its lease has run out
/// and the agent, which may be stopped, has neither renewed it nor called the fence off.
///
/// The time of a fence is that of `/proc/uptime`, which never jumps and also passes while the
/// machine is suspended. While a job has a fence, another shell sleeps for it, two seconds at a
/// time, because a sleep does not notice that the machine was suspended. Without a fence nothing
/// but a read of the agent's pipe is waiting. Thread-safe.
final class Watchdog implements AutoCloseable {

  /// The time that an agent which is not stopped has to fence a job itself, so that its cleanup is
  /// not killed.
  static final Duration DELAY = Duration.ofSeconds(1);

  /// Longer leases have no fence: those of `pawl run`, which outlast a suspended machine.
  private static final Duration LONGEST = Duration.ofDays(1);

  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final int MAX_QUEUED = 10_000;

  /// Its arguments are the agent's marker and its control group, which may be empty. Reads lines
  /// until the agent's process is gone, each about a job: `+session` for a session that was opened,
  /// `-session` for one that was closed, `=session` for one in which processes are left, `@time`
  /// for its fence, in hundredths of a second, and `.` for none; a line with a path is about no job
  /// but names another control group to be removed at the end. Prints the number of a job before it
  /// kills that job's processes. It searches until nothing is found, because a process may fork
  /// while it is being killed.
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT
      token=$1
      group=$2
      open=' '
      left=' '
      timers=' '
      groups=
      uptime() {
        read -r now idle </proc/uptime
        now=${now%.*}${now#*.}
        while [ "${now#0?}" != "$now" ]; do now=${now#0}; done
      }
      in_sessions() {
        for file in /proc/[0-9]*/stat; do
          read -r stat <"$file" || continue
          set -- ${stat##*) }
          case $1$wanted in Z*) ;; *" $4 "*) echo "$file" ;; esac
        done
      }
      kill_sessions() {
        wanted=' '
        for entry in $open; do
          case $entry in
            */$1) wanted="$wanted${entry%/*} "; kill -s KILL -- "-${entry%/*}" 2>/dev/null ;;
          esac
        done
        for entry in $left; do
          # A living leader has been given the number of a session that is gone.
          case $entry in
            */$1) [ -e "/proc/${entry%/*}" ] || wanted="$wanted${entry%/*} " ;;
          esac
        done
        sweeps=0
      }
      sweep() {
        [ -d "$2" ] && echo 1 >"$2/cgroup.kill"
        found=$(grep -lsF -- "$1" /proc/[0-9]*/environ 2>/dev/null; in_sessions 2>/dev/null)
        for file in $found; do
          pid=${file#/proc/}
          kill -s KILL "${pid%/*}" 2>/dev/null
        done
        sweeps=$((sweeps + 1))
        [ $sweeps -lt 100 ]
      }
      fence() {
        uptime
        while [ "$now" -lt "$1" ]; do
          rest=$(($1 - now))
          part=$((100 + rest % 100))
          [ $rest -gt 200 ] && pause=2 || pause=$((rest / 100)).${part#1}
          sleep "$pause" >/dev/null || sleep 1 >/dev/null
          uptime
        done
        echo "$2"
        kill_sessions "$2"
        while sweep "$token-$2." "$group/job-$2" && [ -n "$found" ]; do :; done
      }
      stop_timers() {
        for entry in $timers; do
          case $entry in
            */$1)
              kill -s KILL "${entry%%/*}" 2>/dev/null
              wait "${entry%%/*}" 2>/dev/null
              timers="${timers%% $entry *} ${timers#* $entry }"
              ;;
          esac
        done
      }
      start_timer() {
        stop_timers "$2"
        fence "$1" "$2" &
        timers="$timers$!/$1/$2 "
      }
      update_timer() {
        uptime
        for entry in $timers; do
          at=${entry#*/}
          at=${at%/*}
          # A timer that is over may have been followed by hooks.
          case $entry in
            */$1) [ "$at" -gt "$now" ] && start_timer "$at" "$1" ;;
          esac
        done
      }
      remove() {
        for inner in "$1"/*/; do [ -d "$inner" ] && remove "${inner%/}"; done
        rmdir "$1" 2>/dev/null
      }
      while read -r word job; do
        value=${word#?}
        entry=$value/$job
        case $word in
          +*) open="$open$entry "; update_timer "$job" ;;
          -*) open="${open%% $entry *} ${open#* $entry }"; update_timer "$job" ;;
          =*) left="$left$entry "; update_timer "$job" ;;
          @*) start_timer "$value" "$job" ;;
          .) stop_timers "$job" ;;
          /*) groups="$groups $word" ;;
        esac
      done
      stop_timers '*'
      kill_sessions '*'
      while sweep "$token" "$group"; do
        [ -d "$group" ] && remove "$group"
        for other in $groups; do
          remove "$other"
          [ -d "$other" ] && found=$other
        done
        [ -n "$found" ] || [ -d "$group" ] || exit 0
      done
      """;

  private final Process process;

  /// Sends fences, so that the thread which sends heartbeats never waits for the watchdog.
  private final ThreadPoolExecutor sender;

  private final Set<Long> withFence = new HashSet<>();
  private final Set<Long> fenced = new HashSet<>();
  private long digits;

  private Watchdog(Process process) {
    this.process = process;
    this.sender =
        new ThreadPoolExecutor(
            0,
            1,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MAX_QUEUED),
            Thread.ofPlatform().daemon().name("fences").factory(),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  static Watchdog start(String token, Optional<Cgroup> group) throws IOException {
    String directory = group.map(its -> its.directory().toString()).orElse("");
    return new Watchdog(
        new ProcessBuilder(List.of("setsid", "sh", "-c", SCRIPT, "pawl-reaper", token, directory))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  void sessionOpened(long job, long session) {
    send("+" + session, job);
  }

  void sessionClosed(long job, long session) {
    send("-" + session, job);
  }

  void sessionLeftOpen(long job, long session) {
    send("-" + session, job);
    send("=" + session, job);
  }

  /// Removes a control group too, when the agent is gone.
  void removeAtEnd(Cgroup other) {
    String path = other.directory().toString();
    if (path.chars().noneMatch(Character::isWhitespace)) {
      send(path, 0);
    }
  }

  /// Sets the fence of a job, in place of an earlier one.
  ///
  /// @param remaining the time that its lease lasts from now
  void fence(long job, Duration remaining) {
    if (remaining.compareTo(LONGEST) > 0) {
      return;
    }
    Optional<Duration> now = uptime();
    synchronized (withFence) {
      withFence.add(job);
    }
    now.ifPresent(time -> {
      long at = time.plus(remaining).plus(DELAY).toMillis() / 10;
      sender.execute(() -> send("@" + at, job));
    });
  }

  /// Removes the fence of a job: the agent has ended the job, or is about to.
  void callOff(long job) {
    boolean isKnown;
    synchronized (withFence) {
      isKnown = withFence.remove(job);
    }
    if (isKnown) {
      sender.execute(() -> send(".", job));
    }
  }

  private static Optional<Duration> uptime() {
    try {
      String text = Files.readString(UPTIME, StandardCharsets.US_ASCII);
      var seconds = new BigDecimal(text.substring(0, text.indexOf(' ')));
      return Optional.of(Duration.ofMillis(seconds.movePointRight(3).longValue()));
    } catch (IOException | NumberFormatException | StringIndexOutOfBoundsException _) {
      return Optional.empty(); // then only the agent itself fences
    }
  }

  /// Whether the processes of the job were killed by its fence. The watchdog says so before it
  /// kills them: if the end of a process is known here, so is its cause.
  boolean hasFenced(long job) {
    synchronized (withFence) {
      if (!withFence.contains(job)) {
        return false;
      }
      readFenced();
      fenced.retainAll(withFence); // others have ended meanwhile
      return fenced.contains(job);
    }
  }

  /// Reads the numbers that the watchdog has printed so far, one a line.
  private void readFenced() {
    try {
      InputStream in = process.getInputStream();
      while (in.available() > 0) {
        int next = in.read();
        if (next == '\n') {
          fenced.add(digits);
          digits = 0;
        } else {
          digits = digits * 10 + (next - '0');
        }
      }
    } catch (IOException _) {
      // The watchdog is dead.
    }
  }

  private synchronized void send(String word, long job) {
    try {
      OutputStream out = process.getOutputStream();
      out.write((word + " " + job + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException _) {
      // The watchdog is dead; the sweeps at the job's end and at the next start remain.
    }
  }

  @Override
  public void close() {
    sender.shutdownNow();
    try {
      process.getOutputStream().close();
    } catch (IOException _) {
      // It is dead already.
    }
  }
}
