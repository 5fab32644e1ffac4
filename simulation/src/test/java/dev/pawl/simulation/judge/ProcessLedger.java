package dev.pawl.simulation.judge;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Event;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.RunId;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobCancel;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import dev.pawl.protocol.FromServer.LeaseStale;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What really runs, where and under which lease: written down where it happens, by nobody who has
/// an interest in it.
///
/// It knows by when an agent must have stopped what it runs: it hears at the agent's own end which
/// heartbeats were sent and answered, and reads the agent's own clock.
public final class ProcessLedger implements Invariant {

  /// What an agent may take to act on its own clock: less than the margin that the server adds.
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private record Key(RunId run, LeaseRef lease) {}

  /// One process: of a step, or of a hook.
  public record Process(
      long number, Body body, String leaseId, StepType type, Key key) {}

  private static final class Fence {
    private final Map<Long, Duration> sentAt = new HashMap<>();
    private final int clockStops;
    private Duration end;

    private Fence(Duration end, int clockStops) {
      this.end = end;
      this.clockStops = clockStops;
    }
  }

  private final Verdict verdict;
  private final Shadow shadow;
  private final Set<Key> started = new HashSet<>();
  private final Set<String> begun = new HashSet<>();
  private final Map<String, Fence> fences = new HashMap<>();
  private final Set<String> forced = new HashSet<>();
  private final Map<Long, Process> alive = new LinkedHashMap<>();
  private long processes;

  public ProcessLedger(Verdict verdict, Shadow shadow) {
    this.verdict = verdict;
    this.shadow = shadow;
  }

  /// An agent says it, now.
  public void said(Body body, FromAgent message) {
    if (message instanceof JobHeartbeat beat) {
      Fence fence = fences.get(at(body, beat.leaseId()));
      if (fence != null) {
        fence.sentAt.put(beat.beat(), body.clock());
      }
    }
  }

  /// An agent is told it, now.
  public void told(Body body, FromServer message) {
    switch (message) {
      case JobDispatch dispatch ->
          fences.putIfAbsent(
              at(body, dispatch.leaseId()),
              new Fence(
                  body.clock().plusSeconds(dispatch.leaseTtlSeconds()), body.clockStops()));
      case JobHeartbeatAck ack -> {
        Fence fence = fences.get(at(body, ack.leaseId()));
        Duration sent = fence == null ? null : fence.sentAt.remove(ack.beat());
        if (fence != null && sent != null) {
          Duration end = sent.plusSeconds(ack.leaseTtlSeconds());
          fence.end = end.compareTo(fence.end) > 0 ? end : fence.end;
        }
        if (ack.force()) {
          forced.add(at(body, ack.leaseId()));
        }
      }
      case JobCancel(var id, var force, _, _) when force -> forced.add(at(body, id));
      case LeaseStale(var id, _, var hooks) when hooks.equals("none") -> forced.add(at(body, id));
      default -> {}
    }
  }

  private static String at(Body body, String leaseId) {
    return body.name() + " " + leaseId;
  }

  /// An execution begins, under a lease.
  public void begins(Body body, String leaseId) {
    if (!begun.add(leaseId)) {
      broken("a second execution under one lease of " + what(leaseId) + " by " + body.name());
    }
  }

  /// A process starts.
  public Process starts(Body body, String leaseId, StepType type) {
    Optional<Shadow.Leased> lease = shadow.lease(leaseId);
    var key = lease.map(one -> new Key(one.run(), one.lease())).orElse(null);
    boolean isRightful =
        lease.isPresent() && lease.get().agent().equals(body.name()) && started.contains(key);
    if (!isRightful) {
      broken("a process without a committed start: %s of %s".formatted(type, what(leaseId)));
    }
    if (type.isHook() && forced.contains(at(body, leaseId))) {
      verdict.broken(Law.NO_HOOK_AFTER_FORCE, "%s of %s".formatted(type, what(leaseId)));
    }
    for (Process other : alive.values()) {
      if (other.leaseId().equals(leaseId)) {
        broken("two processes at a time of " + what(leaseId));
      }
    }
    var process =
        new Process(
            ++processes,
            body,
            leaseId,
            type,
            key == null ? new Key(new RunId("none"), new LeaseRef(none(), 0)) : key);
    for (Process other : alive.values()) {
      if (isSameJob(other.key(), process.key()) && isHonest(other) && isHonest(process)) {
        broken("%s runs beside %s".formatted(what(leaseId), what(other.leaseId())));
      }
    }
    alive.put(process.number(), process);
    within(process);
    return process;
  }

  private static dev.pawl.core.attempt.AttemptRef none() {
    return new dev.pawl.core.attempt.AttemptRef(0, 0);
  }

  public void ends(Process process) {
    if (alive.remove(process.number()) != null) {
      within(process);
    }
  }

  /// The machine is dead, and all that ran on it.
  public void dies(Body body) {
    alive.values().removeIf(process -> process.body().equals(body));
    fences.keySet().removeIf(key -> key.startsWith(body.name() + " "));
    forced.removeIf(key -> key.startsWith(body.name() + " "));
  }

  /// Whatever runs now may run.
  public void audit() {
    alive.values().forEach(this::within);
  }

  private void within(Process process) {
    Fence fence = fences.get(at(process.body(), process.leaseId()));
    boolean isLate =
        fence != null
            && !process.type().isHook()
            && process.body().clock().compareTo(fence.end.plus(PATIENCE)) > 0
            && isAwake(process.body());
    if (isLate) {
      broken(
          "%s of %s runs at %s, beyond the fence at %s"
              .formatted(
                  process.type(), what(process.leaseId()), process.body().clock(), fence.end));
    }
  }

  /// Whoever stood still needs a moment to see what time it is.
  private static boolean isAwake(Body body) {
    return !body.isFrozen() && body.clock().compareTo(body.wokeAt().plus(PATIENCE)) > 0;
  }

  @Override
  public void line(Line line) {
    switch (line.cause()) {
      case Event.AttemptMoved(var ref, var row, _)
          when row == AttemptEvent.START
              && line.before().job(ref.job()).attempt() instanceof Attempt.WithAgent held
              && held.state() == AttemptState.STARTING ->
          started.add(new Key(line.after().id(), new LeaseRef(ref, held.lease().number())));
      case Event.LeaseMoved(var lease, var row, _) when row == LeaseEvent.EXPIRE ->
          nothingRuns(new Key(line.after().id(), lease));
      default -> {}
    }
  }

  /// Whoever lets a lease expire may give the attempt to somebody else: nothing may run under it,
  /// on any machine whose clock can be trusted.
  private void nothingRuns(Key key) {
    for (Process process : alive.values()) {
      if (process.key().equals(key) && isHonest(process)) {
        broken("the lease of %s expired while it ran".formatted(what(process.leaseId())));
      }
    }
  }

  /// Whether it is a step's, on a machine whose clock can be trusted: then it is gone in time.
  private boolean isHonest(Process process) {
    Fence fence = fences.get(at(process.body(), process.leaseId()));
    return !process.type().isHook()
        && isAwake(process.body())
        && fence != null
        && process.body().clockStops() == fence.clockStops;
  }

  private static boolean isSameJob(Key one, Key other) {
    return one.run().equals(other.run())
        && one.lease().attempt().job() == other.lease().attempt().job();
  }

  private String what(String leaseId) {
    return shadow.lease(leaseId).map(Object::toString).orElse("an unknown lease");
  }

  private void broken(String how) {
    verdict.broken(Law.FENCED_IN_TIME, how);
  }
}
