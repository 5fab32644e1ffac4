package dev.pawl.agent.supervision;

import static java.util.Objects.requireNonNull;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.ProcessSignal;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A small shell in a session of its own, which does what the agent's process cannot: it kills the
/// processes of all jobs when the agent is dead, and those of one job when its lease has run out
/// and the agent, which may be stopped, has neither renewed it nor called the fence off.
///
/// The time of a fence is that of `/proc/uptime`, which never jumps and also passes while the
/// machine is suspended. While a job has a fence, another shell sleeps for it, two seconds at a
/// time, because a sleep does not notice that the machine was suspended. Without a fence nothing
/// but a read of the agent's pipe is waiting.
///
/// If the shell is killed, as the kernel may do when memory is short, another one is started and
/// told what the first one knew. Thread-safe.
final class Watchdog implements AutoCloseable {

  /// The time that an agent which is not stopped has to fence a job itself, so that its cleanup is
  /// not killed.
  static final Duration DELAY = Duration.ofSeconds(1);

  /// Longer leases have no fence: those of `pawl run`, which outlast a suspended machine.
  private static final Duration LONGEST = Duration.ofDays(1);

  /// The longest wait until a fence is called off.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final int MAX_QUEUED = 10_000;

  /// The most watchdogs that an agent starts in place of killed ones; then it ends.
  private static final int MAX_REPLACEMENTS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private final List<String> command;

  /// What a new watchdog must be told, as lines to its shell.
  private final Set<String> known = new LinkedHashSet<>();

  /// Sends fences, so that the thread which sends heartbeats never waits for the watchdog.
  private final ThreadPoolExecutor sender;

  /// The jobs that have or had a fence, and have not ended.
  private final Set<Long> withFence = new HashSet<>();

  /// Those of [#withFence] whose processes were killed by it.
  private final Set<Long> fenced = new HashSet<>();

  /// Those of [#withFence] for which the watchdog has answered that it is called off.
  private final Set<Long> calledOff = new HashSet<>();

  private long digits;
  private boolean isAnswer;
  private volatile Process process;
  private volatile boolean isClosed;

  private Watchdog(List<String> command) throws IOException {
    this.command = command;
    this.process = startShell();
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
    var watchdog =
        new Watchdog(List.of("setsid", "sh", "-c", script(), "pawl-reaper", token, directory));
    Thread.ofPlatform().daemon().name("watchdog-replacement").start(watchdog::replaceKilled);
    return watchdog;
  }

  private static String script() throws IOException {
    try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      return new String(requireNonNull(in, "watchdog.sh").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Process startShell() throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /// Starts another shell whenever the present one ends before this is closed. An agent that cannot
  /// have one ends by the error, and its jobs with it: they would have no fence.
  private void replaceKilled() {
    try {
      for (int replaced = 0; ; replaced++) {
        int status = process.waitFor();
        if (isClosed) {
          return;
        }
        if (replaced == MAX_REPLACEMENTS) {
          throw new IOException("it was killed again and again");
        }
        LOG.warn("the watchdog process ended with status {}; another one is started", status);
        replace();
      }
    } catch (IOException e) {
      throw new IOError(new IOException("no watchdog process: " + e.getMessage(), e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void replace() throws IOException {
    boolean _ = ProcessSignal.KILL.toGroup(process.pid()); // its timers know of no renewal any more
    Process next = startShell();
    synchronized (withFence) {
      readPrinted();
      isAnswer = false;
      digits = 0;
      process = next;
    }
    known.forEach(this::write);
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

  /// Removes the fence of a job that the agent is about to kill itself.
  void callOff(long job) {
    if (hasFence(job)) {
      sender.execute(() -> send(".", job));
    }
  }

  /// Removes the fence of a job, and waits until it kills nothing any more.
  void awaitCallOff(long job) throws InterruptedException {
    callOff(job);
    sender.execute(() -> send("?", job));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isIn(calledOff, job) && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private boolean hasFence(long job) {
    synchronized (withFence) {
      return withFence.contains(job);
    }
  }

  /// Forgets a job: none of its processes is left. A session that was left open may have been
  /// followed by another one of the same number.
  void end(long job) {
    boolean hadFence;
    synchronized (withFence) {
      hadFence = withFence.remove(job);
    }
    if (hadFence || isKnown(job)) {
      sender.execute(() -> send("!", job));
    }
  }

  private synchronized boolean isKnown(long job) {
    return known.stream().anyMatch(line -> isAbout(line, job));
  }

  private static boolean isAbout(String line, long job) {
    return line.endsWith(" " + job);
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
    return isIn(fenced, job);
  }

  private boolean isIn(Set<Long> printed, long job) {
    synchronized (withFence) {
      if (!withFence.contains(job)) {
        return false;
      }
      readPrinted();
      return printed.contains(job);
    }
  }

  /// Reads the numbers that the watchdog has printed so far, one a line.
  private void readPrinted() {
    try {
      InputStream in = process.getInputStream();
      while (in.available() > 0) {
        int next = in.read();
        if (next == '.') {
          isAnswer = true;
        } else if (next == '\n') {
          (isAnswer ? calledOff : fenced).add(digits);
          isAnswer = false;
          digits = 0;
        } else {
          digits = digits * 10 + (next - '0');
        }
      }
    } catch (IOException _) {
      // The watchdog is dead, and another one is started.
    }
    fenced.retainAll(withFence); // others have ended meanwhile
    calledOff.retainAll(withFence);
  }

  private synchronized void send(String word, long job) {
    String line = word + " " + job;
    switch (word.charAt(0)) {
      case '-' -> known.remove("+" + line.substring(1));
      case '@' -> {
        forget("@", job);
        known.add(line);
      }
      case '.' -> forget("@", job);
      case '!' -> known.removeIf(it -> isAbout(it, job));
      case '?' -> {}
      default -> known.add(line);
    }
    write(line);
  }

  private void forget(String kind, long job) {
    known.removeIf(line -> line.startsWith(kind) && isAbout(line, job));
  }

  private void write(String line) {
    try {
      OutputStream out = process.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException _) {
      // The watchdog is dead; the next one will be told.
    }
  }

  @Override
  public void close() {
    isClosed = true;
    sender.shutdownNow();
    try {
      process.getOutputStream().close();
    } catch (IOException _) {
      // It is dead already.
    }
  }
}
