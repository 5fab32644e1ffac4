package dev.pawl.simulation.world;

import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The notices of commits, from one orchestrator to the others: of the queues that it reserves.
/// They are lost, late, duplicated and wrong. Others are never sent, so that polls find everything.
final class SimulatedNotices {

  /// An orchestrator that is dead for ever.
  private static final String DEAD = "o0";

  /// Milliseconds after which a reservation is announced again.
  private static final long OFTEN = 700;

  private final Simulation world;
  private final RandomStream chance;
  private final Map<SimulatedOrchestrator, Consumer<CommitNotice>> listeners =
      new LinkedHashMap<>();
  private final Map<SimulatedOrchestrator, List<CommitNotice>> received = new LinkedHashMap<>();
  private @Nullable SimulatedOrchestrator starting;

  SimulatedNotices(Simulation world, RandomStream chance) {
    this.world = world;
    this.chance = chance;
  }

  /// The orchestrator whose process is starting: the next listener is its own.
  void starts(SimulatedOrchestrator orchestrator) {
    starting = orchestrator;
  }

  void listens(Consumer<CommitNotice> listener) {
    if (starting != null) {
      listeners.put(starting, listener);
    }
  }

  /// Sends the notice of a commit to all orchestrators.
  void sent(Commit commit) {
    CommitNotice said = commit.notice();
    if (said.reservations().isEmpty() || listeners.size() < 2) {
      return;
    }
    sendToAll(said);
    if (happens(FaultKind.NOTICE_WRONG, 3)) {
      wrong()
          .ifPresent(wrong -> {
            for (int again = chance.between(0, 20); again >= 0; again--) {
              world.timeline().in(again * OFTEN, () -> sendToAll(wrong));
            }
          });
    }
  }

  private void sendToAll(CommitNotice notice) {
    for (SimulatedOrchestrator to : listeners.keySet()) {
      if (!happens(FaultKind.NOTICE_LOST, 4)) {
        send(to, notice);
      }
    }
  }

  private void send(SimulatedOrchestrator to, CommitNotice notice) {
    boolean isLate = happens(FaultKind.NOTICE_LATE, 4);
    long delay = isLate ? chance.heavyTail(500, 200_000) : chance.between(1, 30);
    world.timeline().in(delay, () -> deliver(to, notice));
    if (isLate && chance.oneIn(2)) {
      world.timeline().in(chance.between(1, 2_000), () -> deliver(to, notice));
    }
  }

  private void deliver(SimulatedOrchestrator to, CommitNotice notice) {
    @Nullable Consumer<CommitNotice> listener = listeners.get(to);
    if (listener != null && to.isAlive()) {
      world.trace().say("%s is told: %s", to, notice);
      listener.accept(notice);
      to.noticed();
      if (world.mutant() == Mutant.RESERVES_FOR_EVER) {
        received.computeIfAbsent(to, _ -> new ArrayList<>()).add(notice);
      }
    }
  }

  /// A notice of an orchestrator that is dead, about the queues of some open run.
  private Optional<CommitNotice> wrong() {
    List<Run> open = List.copyOf(world.reference().open().values());
    if (open.isEmpty()) {
      return Optional.empty();
    }
    Run run = chance.oneOf(open);
    Set<QueueReservation> queues = new LinkedHashSet<>();
    for (Job job : run.jobs()) {
      if (!job.isOver()) {
        queues.add(new QueueReservation(run.id(), job.planned().runsOn()));
      }
    }
    return Optional.of(new CommitNotice(DEAD, false, List.copyOf(queues)));
  }

  private boolean happens(FaultKind fault, int seldom) {
    return world.faults().mayHappen(fault) && chance.oneIn(seldom) && world.faults().fires(fault);
  }

  /// Repeats to a mutant before each turn what it was ever told, so that no reservation ends.
  void beforeTurn(SimulatedOrchestrator orchestrator) {
    @Nullable Consumer<CommitNotice> listener = listeners.get(orchestrator);
    if (listener != null) {
      received.getOrDefault(orchestrator, List.of()).forEach(listener);
    }
  }
}
