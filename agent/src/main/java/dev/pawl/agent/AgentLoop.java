package dev.pawl.agent;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that owns a session. Other threads call the session through its bounded queue. A job
/// that reports waits until the session has accepted its report before, which slows down a job
/// whose reports are not acknowledged.
///
/// Timers are checked after every event, so that a full queue cannot delay a heartbeat. Nothing
/// that the loop calls blocks, except for the disk of the session's spool.
public final class AgentLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
  private static final int QUEUE_CAPACITY = 10_000;
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /// A call of the session.
  private interface Event {
    void apply(AgentSession session, Duration now);
  }

  /// A report of a job, for the next of which its thread waits until the session has accepted it.
  private record PendingReport(String leaseId, JobReport report, CountDownLatch accepted) {

    boolean awaitSubmitted(Duration bound) throws InterruptedException {
      return accepted.await(bound.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);

  /// Reports that the session has not accepted yet, in their order. At most two for each job.
  private final Deque<PendingReport> reports = new ArrayDeque<>();

  /// The last report of each job, by its lease, unless the session has accepted it.
  private final Map<String, PendingReport> unaccepted = new ConcurrentHashMap<>();

  private final ServerConnector connector;
  private final Consumer<Throwable> onFault;
  private final LongSupplier clock;
  private final long origin;
  private @Nullable Thread thread;
  private boolean isIdle = true;
  private volatile boolean isKilled;
  private volatile boolean isClosed;

  /// @param onFault called after a bug of the session, for which its jobs are killed
  public AgentLoop(ServerConnector connector, Consumer<Throwable> onFault) {
    this(connector, onFault, System::nanoTime);
  }

  /// @param clock the time in nanoseconds that leases last by. It never jumps
  public AgentLoop(ServerConnector connector, Consumer<Throwable> onFault, LongSupplier clock) {
    this.connector = connector;
    this.onFault = onFault;
    this.clock = clock;
    this.origin = clock.getAsLong();
  }

  /// Starts the thread, which owns the session from now on.
  public void start(AgentSession session) {
    // A platform thread, so that busy jobs cannot delay heartbeats.
    thread = Thread.ofPlatform().daemon().name("agent").start(() -> turn(session));
  }

  public void receive(ServerMessage message) throws InterruptedException {
    post((session, now) -> session.receive(message, now));
  }

  /// As [#receive], but without waiting for room.
  ///
  /// @return whether there was room, or the loop has ended
  public boolean offer(ServerMessage message) {
    return isClosed || queue.offer((session, now) -> session.receive(message, now));
  }

  public void disconnected() throws InterruptedException {
    post(AgentSession::disconnected);
  }

  /// Accepts no more jobs.
  public void drain() throws InterruptedException {
    post(AgentSession::drain);
  }

  /// Stops every job gracefully, because the agent shuts down.
  public void stopJobs() throws InterruptedException {
    post(AgentSession::stopJobs);
  }

  /// Passes a report to the session. Returns when the session has accepted the report before of
  /// that lease, or has ended.
  public void report(String leaseId, JobReport report) {
    var pending = new PendingReport(leaseId, report, new CountDownLatch(1));
    PendingReport before = unaccepted.put(leaseId, pending);
    try {
      while (before != null && !isClosed && !before.awaitSubmitted(Duration.ofSeconds(1))) {
        // The loop may have ended meanwhile, and will never accept it.
      }
      post((_, _) -> reports.add(pending));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(Event event) throws InterruptedException {
    while (!isClosed && !queue.offer(event, 1, TimeUnit.SECONDS)) {
      // The loop may have ended meanwhile.
    }
  }

  private void turn(AgentSession session) {
    while (!isClosed) {
      try {
        Event event = queue.poll(pause(session).toNanos(), TimeUnit.NANOSECONDS);
        if (!isClosed) {
          turn(session, event);
        }
      } catch (InterruptedException _) {
        return;
      } catch (RuntimeException e) { // an error ends the agent
        LOG.error("the agent's session failed; its jobs are killed", e);
        isClosed = isKilled; // killing the jobs has failed too
        killJobs();
        onFault.accept(e);
      }
      publishIdle(session.isIdle());
    }
  }

  private Duration pause(AgentSession session) {
    Duration left = session.nextWake().map(at -> at.minus(now())).orElse(MAX_PAUSE);
    return left.compareTo(MAX_PAUSE) < 0 ? left : MAX_PAUSE;
  }

  private void turn(AgentSession session, @Nullable Event event) {
    if (isKilled) {
      session.killJobs(now());
    }
    if (event != null) {
      event.apply(session, now());
    }
    session.tick(now()); // before the reports, because it may make room for them
    reports.removeIf(report -> submit(report, session));
    if (!isKilled && session.shouldConnect(now())) {
      Thread.ofVirtual().name("connect").start(this::connect);
    }
  }

  /// Passes a report to the session, unless too much of its lease is unacknowledged.
  ///
  /// @return whether it was passed on
  private boolean submit(PendingReport report, AgentSession session) {
    if (session.isFull(report.leaseId())) {
      return false;
    }
    unaccepted.remove(report.leaseId(), report);
    report.accepted().countDown(); // first: the job must not wait any longer, even if this fails
    session.report(report.leaseId(), report.report(), now());
    return true;
  }

  private void connect() {
    try {
      try {
        ServerLink link = connector.connect();
        post((session, now) -> session.connected(link, now));
      } catch (IOException _) {
        disconnected();
      } catch (RuntimeException e) {
        LOG.error("connecting failed because of a bug; retrying", e);
        disconnected();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void publishIdle(boolean idle) {
    isIdle = idle;
    notifyAll();
  }

  /// Whether no job is left.
  public synchronized boolean isIdle() {
    return isIdle;
  }

  /// Waits until no job is left, at most for `bound`. Returns whether none is left.
  public synchronized boolean awaitIdle(Duration bound) throws InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!isIdle) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /// Kills every job, accepts no other, and reports nothing more.
  public void killJobs() {
    isKilled = true;
    wake();
  }

  private Duration now() {
    return Duration.ofNanos(clock.getAsLong() - origin);
  }

  /// Ends the loop, and returns when it has ended: then the session's spool may be closed. The
  /// thread is only interrupted if it does not end, because it may be writing to the spool.
  @Override
  public void close() {
    isClosed = true;
    wake();
    Thread its = thread;
    try {
      if (its != null && !its.equals(Thread.currentThread()) && !its.join(CLOSE_TIMEOUT)) {
        its.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Wakes the loop. If its queue is full, it is not asleep.
  private void wake() {
    boolean _ = queue.offer((_, _) -> {});
  }
}
