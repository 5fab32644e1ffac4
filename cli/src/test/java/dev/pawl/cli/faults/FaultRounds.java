package dev.pawl.cli.faults;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.FaultProxy.Way;
import dev.pawl.cli.process.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Injects one fault after another, drawn by a seed. A lasting fault continues while the next ones
/// hit the other agent; at the end all are over.
final class FaultRounds implements AutoCloseable {

  /// The longest wait for a phase that has been brought about, on a busy machine.
  private static final Duration AIMING = Duration.ofSeconds(30);

  private static final int MOST_TRIES = 5;

  /// A lasting fault.
  ///
  /// @param whom the affected agent; empty for none
  private record Lasting(String whom, BooleanSupplier isOver, Runnable end) {}

  private final AgentTestbed testbed;
  private final Workload workload;
  private final StepLedger ledger;
  private final ServerStoreReader store;
  private final Random random;
  private final List<Lasting> lasting = new ArrayList<>();
  private final Set<JobPhase> hitPhases = EnumSet.noneOf(JobPhase.class);
  private final CountDownLatch never = new CountDownLatch(1);

  FaultRounds(AgentTestbed testbed, Workload workload, StepLedger ledger, long seed) {
    this.testbed = testbed;
    this.workload = workload;
    this.ledger = ledger;
    this.store = new ServerStoreReader(testbed.server().database());
    this.random = new Random(seed);
  }

  void play(int rounds) {
    for (AgentFault fault : AgentFault.drawn(rounds, random)) {
      play(fault);
      pass(between(50, 500));
    }
    for (JobPhase missed : missed()) {
      for (int tries = 0; tries < MOST_TRIES && !hitPhases.contains(missed); tries++) {
        kill(victim(), missed);
      }
    }
    awaitTheEnd();
    for (int tries = 0; tries < MOST_TRIES && store.expired() == 0; tries++) {
      stopUntilLost(victim());
      awaitTheEnd();
    }
  }

  private Set<JobPhase> missed() {
    Set<JobPhase> missed = EnumSet.allOf(JobPhase.class);
    missed.removeAll(hitPhases);
    return missed;
  }

  /// The phases in which an agent was killed.
  Set<JobPhase> hitPhases() {
    return hitPhases;
  }

  private void play(AgentFault fault) {
    endWhatIsOver();
    testbed.disturbances().note(fault);
    switch (fault) {
      case KILL_LEASED -> kill(victim(), JobPhase.LEASED);
      case KILL_STARTING -> kill(victim(), JobPhase.STARTING);
      case KILL_IN_A_STEP -> kill(victim(), JobPhase.IN_A_STEP);
      case KILL_IN_A_HOOK -> kill(victim(), JobPhase.IN_A_HOOK);
      case KILL_REPORTING -> kill(victim(), JobPhase.REPORTING);
      case KILL_SERVER -> killServer();
      case STOP_FOR_A_MOMENT -> stop(victim(), after(between(300, 1_500)));
      case STOP_UNTIL_LOST -> stopUntilLost(victim());
      case CUT -> cut(victim(), between(100, 1_500));
      case CUT_FOR_LONG -> cut(victim(), between(4_000, 6_000));
      case STALL -> stall(victim(), between(300, 2_000));
      case STALL_FOR_LONG -> stall(victim(), between(4_000, 6_000));
      case SPLIT -> split(victim(), between(1_000, 3_000));
      case DUPLICATE -> victim().proxy().duplicate(way());
      case CANCEL -> cancel(false);
      case CANCEL_BY_FORCE -> cancel(true);
      case FILL_DISK -> fillDisk();
    }
  }

  /// An agent that no lasting fault affects.
  private AgentProcess victim() {
    while (true) {
      endWhatIsOver();
      List<AgentProcess> undisturbed =
          testbed.agents().stream().filter(this::isUndisturbed).toList();
      if (!undisturbed.isEmpty()) {
        return undisturbed.get(random.nextInt(undisturbed.size()));
      }
      pass(Duration.ofMillis(20));
    }
  }

  private boolean isUndisturbed(AgentProcess agent) {
    return lasting.stream().noneMatch(one -> one.whom().equals(agent.name()));
  }

  /// Kills the agent while one of its jobs is in the phase, which is brought about first.
  private void kill(AgentProcess agent, JobPhase phase) {
    workload.startNext(JobPhaseFinder.variantFor(phase));
    JobPhaseFinder finder = finder(agent);
    ledger.hold(phase);
    if (awaitPhase(() -> finder.canPrepare(phase))) {
      finder.prepare(phase);
    }
    if (awaitPhase(() -> finder.has(phase))) {
      hitPhases.add(phase);
    }
    testbed.kill(agent);
    ledger.release();
    agent.proxy().flow();
    agent.start();
  }

  private JobPhaseFinder finder(AgentProcess agent) {
    return new JobPhaseFinder(agent, store, ledger);
  }

  private void killServer() {
    testbed.killServer();
    pass(between(0, 1_000));
    testbed.startServer();
  }

  private void stop(AgentProcess agent, BooleanSupplier isOver) {
    agent.signal("STOP");
    Instant from = Instant.now();
    lasting.add(
        new Lasting(
            agent.name(),
            isOver,
            () -> {
              agent.signal("CONT");
              testbed.disturbances().stopped(agent.name(), from, Instant.now());
            }));
  }

  /// Pauses the agent until the server has expired its leases.
  private void stopUntilLost(AgentProcess agent) {
    workload.startNext(RunVariant.TALKER);
    boolean _ = awaitPhase(finder(agent)::isBusy);
    Set<StepLedger.Attempt> before = finder(agent).inHand();
    BooleanSupplier isLate = after(Await.BOUND);
    stop(
        agent, () -> Collections.disjoint(before, finder(agent).inHand()) || isLate.getAsBoolean());
  }

  private void cut(AgentProcess agent, Duration length) {
    agent.proxy().cut();
    lasting.add(new Lasting(agent.name(), after(length), agent.proxy()::mend));
  }

  private void stall(AgentProcess agent, Duration length) {
    int ways = random.nextInt(3);
    if (ways != 0) {
      agent.proxy().stall(Way.TO_AGENT);
    }
    if (ways != 1) {
      agent.proxy().stall(Way.TO_SERVER);
    }
    lasting.add(new Lasting(agent.name(), after(length), agent.proxy()::flow));
  }

  private void split(AgentProcess agent, Duration length) {
    agent.proxy().split(true);
    lasting.add(new Lasting("", after(length), () -> agent.proxy().split(false)));
  }

  private Way way() {
    return random.nextBoolean() ? Way.TO_AGENT : Way.TO_SERVER;
  }

  private void cancel(boolean force) {
    List<String> open =
        store.open().stream().map(row -> row.substring(0, row.indexOf('|'))).toList();
    if (!open.isEmpty()) {
      workload.cancel(open.get(random.nextInt(open.size())), force);
    }
  }

  private void fillDisk() {
    if (!testbed.disk().isMounted()) {
      return;
    }
    AgentProcess agent = testbed.onSmallDisk();
    testbed.disk().fill();
    Instant from = Instant.now();
    lasting.add(
        new Lasting(
            "",
            after(between(1_500, 4_000)),
            () -> {
              testbed.disk().free();
              testbed.disturbances().diskWasFull(agent.name(), from, Instant.now());
            }));
  }

  private Duration between(int from, int to) {
    return Duration.ofMillis(random.nextInt(from, to));
  }

  private static BooleanSupplier after(Duration length) {
    long end = System.nanoTime() + length.toNanos();
    return () -> System.nanoTime() - end >= 0;
  }

  private boolean awaitPhase(BooleanSupplier moment) {
    BooleanSupplier isLate = after(AIMING);
    while (!moment.getAsBoolean()) {
      if (isLate.getAsBoolean()) {
        return false;
      }
      endWhatIsOver();
      pass(Duration.ofMillis(3));
    }
    return true;
  }

  private void endWhatIsOver() {
    List<Lasting> over = lasting.stream().filter(one -> one.isOver().getAsBoolean()).toList();
    over.forEach(one -> one.end().run());
    lasting.removeAll(over);
  }

  private void awaitTheEnd() {
    while (!lasting.isEmpty()) {
      endWhatIsOver();
      pass(Duration.ofMillis(20));
    }
  }

  private void pass(Duration time) {
    try {
      boolean _ = never.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
