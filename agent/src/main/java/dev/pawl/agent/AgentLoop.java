package dev.pawl.agent;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that owns a session. Everybody else talks to the session through its bounded
/// queue; whoever reports of a job waits until the session has taken it, which slows down a job
/// whose reports nobody acknowledges.
///
/// What is due by the clock is looked at after every event: a queue full of other things cannot
/// starve a heartbeat. Nothing that the loop calls blocks, but for the disk that the session's
/// memory is on.
public final class AgentLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
  private static final int LONGEST_QUEUE = 10_000;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

  /// Something that happened.
  private interface Event {
    void tell(AgentSession session, Duration now);
  }

  private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);

  /// One for each thread of a job, at most: whoever reports waits.
  private final Deque<PendingReport> waiting = new ArrayDeque<>();

  private final ServerConnector dialler;
  private final Consumer<Throwable> onFault;
  private final long origin = System.nanoTime();
  private @Nullable Thread thread;
  private boolean isIdle = true;
  private volatile boolean isAbandoned;
  private volatile boolean isClosed;

  /// @param onFault told of a defect in the session; its jobs are killed then
  public AgentLoop(ServerConnector dialler, Consumer<Throwable> onFault) {
    this.dialler = dialler;
    this.onFault = onFault;
  }

  /// Owns the session from now on.
  public void start(AgentSession session) {
    // A platform thread: no number of busy jobs keeps it from its heartbeats.
    thread = Thread.ofPlatform().daemon().name("agent").start(() -> turn(session));
  }

  public void receive(ServerMessage message) throws InterruptedException {
    post((session, now) -> session.receive(message, now));
  }

  public void disconnected() throws InterruptedException {
    post(AgentSession::disconnected);
  }

  /// Takes no more jobs.
  public void drain() throws InterruptedException {
    post(AgentSession::drain);
  }

  /// Stops every job gracefully, because the agent is to end.
  public void stopJobs() throws InterruptedException {
    post(AgentSession::stopJobs);
  }

  /// Says it to the session. Returns when the session has taken it, or is no more.
  public void report(String leaseId, JobReport report) {
    var waits = new PendingReport(leaseId, report);
    try {
      post((_, _) -> waiting.add(waits));
      while (!isClosed && !waits.awaitSubmitted(Duration.ofSeconds(1))) {
        // The loop may have ended in between, and nobody will ever take it.
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(Event event) throws InterruptedException {
    while (!isClosed && !queue.offer(event, 1, TimeUnit.SECONDS)) {
      // The same.
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
      } catch (RuntimeException | Error e) {
        LOG.error("the agent's session failed; its jobs are killed", e);
        isClosed = isAbandoned; // if not even the jobs can be killed, there is nothing left to try
        killJobs();
        onFault.accept(e);
      }
      publishIdle(session.isIdle());
    }
  }

  private Duration pause(AgentSession session) {
    Duration left = session.nextWake().map(at -> at.minus(now())).orElse(LONGEST_PAUSE);
    return left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE;
  }

  private void turn(AgentSession session, @Nullable Event event) {
    if (isAbandoned) {
      session.killJobs(now());
    }
    if (event != null) {
      event.tell(session, now());
    }
    session.tick(now()); // first: it may make room for what waits
    waiting.removeIf(report -> report.submitTo(session, now()));
    if (!isAbandoned && session.shouldConnect(now())) {
      Thread.ofVirtual().name("dial").start(this::dial);
    }
  }

  private void dial() {
    try {
      try {
        ServerLink link = dialler.connect();
        post((session, now) -> session.connected(link, now));
      } catch (IOException _) {
        disconnected();
      } catch (RuntimeException e) {
        LOG.error("connecting failed by a bug; trying again", e);
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

  /// Waits until no job is left, at most for `bound`. Says whether that was so.
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

  /// Kills every job, takes no other, and says nothing more.
  public void killJobs() {
    isAbandoned = true;
    wake();
  }

  private Duration now() {
    return Duration.ofNanos(System.nanoTime() - origin);
  }

  /// Returns when the loop is over: what its session's memory is on may be closed then. It is not
  /// interrupted while it may be writing there, unless it is stuck.
  @Override
  public void close() {
    isClosed = true;
    wake();
    Thread its = thread;
    try {
      if (its != null && !its.equals(Thread.currentThread()) && !its.join(LONGEST_FAREWELL)) {
        its.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A loop whose queue is full is not asleep.
  private void wake() {
    boolean _ = queue.offer((_, _) -> {});
  }
}
