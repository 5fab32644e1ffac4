package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.simulation.monitor.AgentMachine;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Records which process runs where and under which lease, independently of the system.
///
/// It knows by when an agent must have stopped a process: it sees at the agent's end which
/// heartbeats were sent and acknowledged, and reads the agent's own clock.
public final class ProcessMonitor implements InvariantCheck {

  /// Time that an agent may take to act on its own clock: less than the margin that the server
  /// adds.
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private record Key(RunId run, LeaseRef lease) {}

  /// One process: of a step, or of a hook.
  ///
  /// @param places the places that its run and its job held when it began
  public record Running(
      long number,
      AgentMachine body,
      String leaseId,
      StepType type,
      Key key,
      List<HeldPlace> places) {}

  /// A place in a group, as its holder took it.
  private record HeldPlace(String group, GroupMember holder) {}

  private static final class Fence {
    private final Map<Long, Duration> sentAt = new HashMap<>();
    private final int clockStops;
    private Duration end;

    private Fence(Duration end, int clockStops) {
      this.end = end;
      this.clockStops = clockStops;
    }
  }

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final Set<Key> started = new HashSet<>();
  private final Set<String> begun = new HashSet<>();
  private final Map<String, Fence> fences = new HashMap<>();
  private final Set<String> forced = new HashSet<>();
  private final Map<Long, Running> alive = new LinkedHashMap<>();
  private long processes;

  public ProcessMonitor(ViolationRecorder violations, ReferenceState reference) {
    this.violations = violations;
    this.reference = reference;
  }

  /// Records a message that an agent sends now.
  public void said(AgentMachine body, AgentMessage message) {
    if (message instanceof JobHeartbeat beat) {
      Fence fence = fences.get(at(body, beat.leaseId()));
      if (fence != null) {
        fence.sentAt.put(beat.beat(), body.clock());
      }
    }
  }

  /// Records a message that an agent receives now.
  public void told(AgentMachine body, ServerMessage message) {
    switch (message) {
      case JobDispatch dispatch ->
          fences.putIfAbsent(
              at(body, dispatch.leaseId()),
              new Fence(body.clock().plusSeconds(dispatch.leaseTtlSeconds()), body.clockStops()));
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

  private static String at(AgentMachine body, String leaseId) {
    return body.name() + " " + leaseId;
  }

  /// Records the start of an execution under a lease.
  public void begins(AgentMachine body, String leaseId) {
    if (!begun.add(leaseId)) {
      broken("a second execution under one lease of " + what(leaseId) + " by " + body.name());
    }
  }

  /// Records the start of a process, and checks that it may run.
  public Running starts(AgentMachine body, String leaseId, StepType type) {
    Optional<ReferenceState.Leased> lease = reference.lease(leaseId);
    var key = lease.map(one -> new Key(one.run(), one.lease())).orElse(null);
    boolean isRightful =
        lease.isPresent() && lease.get().agent().equals(body.name()) && started.contains(key);
    if (!isRightful) {
      broken("a process without a committed start: %s of %s".formatted(type, what(leaseId)));
    }
    if (type.isHook() && forced.contains(at(body, leaseId))) {
      violations.violated(Invariant.NO_HOOK_AFTER_FORCE, "%s of %s".formatted(type, what(leaseId)));
    }
    for (Running other : alive.values()) {
      if (other.leaseId().equals(leaseId)) {
        broken("two processes at a time of " + what(leaseId));
      }
    }
    var process =
        new Running(
            ++processes,
            body,
            leaseId,
            type,
            key == null ? new Key(new RunId("none"), new LeaseRef(none(), 0)) : key,
            key == null ? List.of() : placesOf(key));
    for (Running other : alive.values()) {
      if (isSameJob(other.key(), process.key()) && isHonest(other) && isHonest(process)) {
        broken("%s runs beside %s".formatted(what(leaseId), what(other.leaseId())));
      }
    }
    alive.put(process.number(), process);
    within(process);
    process.places().forEach(this::withinMax);
    return process;
  }

  private List<HeldPlace> placesOf(Key key) {
    @Nullable Run run = reference.run(key.run());
    List<HeldPlace> places = new ArrayList<>();
    if (run != null) {
      int job = key.lease().attempt().job();
      placeOf(run, run.place(), GroupMember.WHOLE_RUN).ifPresent(places::add);
      placeOf(run, run.job(job).place(), job).ifPresent(places::add);
    }
    return places;
  }

  private Optional<HeldPlace> placeOf(Run run, Optional<GroupPlace> place, int job) {
    return place.flatMap(held ->
        reference
            .group(held.group())
            .member(run.id(), job)
            .map(member -> new HeldPlace(held.group(), member)));
  }

  /// Checks that processes of at most as many holders run as the group has places, on machines
  /// whose clock never stopped. A holder counts as long as its processes run, whether it has ended
  /// or not.
  private void withinMax(HeldPlace begun) {
    Set<String> holders = new LinkedHashSet<>();
    for (Running process : alive.values()) {
      for (HeldPlace place : process.places()) {
        if (place.group().equals(begun.group()) && isHonest(process)) {
          holders.add("%s job %d".formatted(place.holder().run(), place.holder().job()));
        }
      }
    }
    if (holders.size() > begun.holder().max()) {
      violations.violated(
          Invariant.WITHIN_MAX,
          "%s has %d places, but processes of %s run"
              .formatted(begun.group(), begun.holder().max(), holders));
    }
  }

  private static dev.pawl.core.identity.AttemptRef none() {
    return new dev.pawl.core.identity.AttemptRef(0, 0);
  }

  public void ends(Running process) {
    if (alive.remove(process.number()) != null) {
      within(process);
    }
  }

  /// Records the crash of a machine with all its processes.
  public void dies(AgentMachine body) {
    alive.values().removeIf(process -> process.body().equals(body));
    fences.keySet().removeIf(key -> key.startsWith(body.name() + " "));
    forced.removeIf(key -> key.startsWith(body.name() + " "));
  }

  /// Checks every process that runs now.
  public void audit() {
    alive.values().forEach(this::within);
  }

  private void within(Running process) {
    Fence fence = fences.get(at(process.body(), process.leaseId()));
    if (fence == null) {
      return;
    }
    boolean isLate =
        !process.type().isHook()
            && process.body().clock().compareTo(fence.end.plus(PATIENCE)) > 0
            && isAwake(process.body());
    if (isLate) {
      broken(
          "%s of %s runs at %s, beyond the fence at %s"
              .formatted(
                  process.type(), what(process.leaseId()), process.body().clock(), fence.end));
    }
  }

  /// Whether the machine is awake, and was long enough to have read its clock.
  private static boolean isAwake(AgentMachine body) {
    return !body.isSuspended() && body.clock().compareTo(body.wokeAt().plus(PATIENCE)) > 0;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.AttemptMoved(var ref, var row, _)
          when row == AttemptEvent.START
              && line.before().job(ref.job()).attempt() instanceof Attempt.WithAgent held
              && held.state() == AttemptState.STARTING ->
          started.add(new Key(line.after().id(), new LeaseRef(ref, held.lease().number())));
      case DomainEvent.LeaseMoved(var lease, var row, _) when row == LeaseEvent.EXPIRE ->
          nothingRuns(new Key(line.after().id(), lease));
      case DomainEvent.PlaceChanged(var job, var place, _) when place.isEmpty() ->
          nothingRunsInItsPlace(line.after().id(), job);
      default -> {}
    }
  }

  /// Checks that no process runs under a lease that expires, on machines whose clock never stopped:
  /// the attempt may be given to another agent now.
  private void nothingRuns(Key key) {
    for (Running process : alive.values()) {
      if (process.key().equals(key) && isHonest(process)) {
        broken("the lease of %s expired while it ran".formatted(what(process.leaseId())));
      }
    }
  }

  /// Checks that no process of a run or job runs that leaves its group, on machines whose clock
  /// never stopped: another one may take the place now.
  private void nothingRunsInItsPlace(RunId run, int job) {
    for (Running process : alive.values()) {
      boolean isOfHolder =
          process.places().stream()
              .anyMatch(place -> place.holder().is(run, job) && isHonest(process));
      if (isOfHolder) {
        violations.violated(
            Invariant.WITHIN_MAX,
            "the place of %s was left while it ran".formatted(what(process.leaseId())));
      }
    }
  }

  /// Whether the process is a step's, on a machine whose clock never stopped: then it must be gone
  /// in time.
  private boolean isHonest(Running process) {
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
    return reference.lease(leaseId).map(Object::toString).orElse("an unknown lease");
  }

  private void broken(String how) {
    violations.violated(Invariant.FENCED_IN_TIME, how);
  }
}
