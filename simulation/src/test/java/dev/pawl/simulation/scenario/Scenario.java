package dev.pawl.simulation.scenario;

import dev.pawl.server.OrchestratorLimits;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.random.SeedSplitter;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/// The configuration of one simulation. All of it follows from the seed and the mode, unless it was
/// shrunk.
///
/// @param faults which kinds may happen
/// @param work which kinds are done
/// @param muted the numbers of faults that are left out, in the order in which they would happen
/// @param left the numbers of runs that are left out
/// @param isEncoded whether messages go through the wire's codec, and the journal through the
///   database's
/// @param limits how much an orchestrator holds at a time
public record Scenario(
    long seed,
    SimulationMode mode,
    Set<FaultKind> faults,
    Set<WorkKind> work,
    int orchestrators,
    int agents,
    int runs,
    Set<Integer> muted,
    Set<Integer> left,
    boolean isEncoded,
    OrchestratorLimits limits) {

  /// Drawn from a stream of their own: they came later, and the older choices of a seed stay the
  /// same.
  private static final Set<FaultKind> OF_DISKS =
      EnumSet.of(FaultKind.AGENT_DISK_FULL, FaultKind.AGENT_DISK_LOST);

  private static final Set<FaultKind> OF_NOTICES =
      EnumSet.of(FaultKind.NOTICE_LOST, FaultKind.NOTICE_LATE, FaultKind.NOTICE_WRONG);

  private static final Set<FaultKind> LATER = later();

  private static Set<FaultKind> later() {
    Set<FaultKind> later = EnumSet.copyOf(OF_DISKS);
    later.add(FaultKind.POISONED_RUN);
    later.addAll(OF_NOTICES);
    return later;
  }

  /// One seed in so many encodes and decodes messages and journals.
  private static final int ENCODED = 40;

  /// One seed in so many has orchestrators with small limits.
  private static final int NARROW = 12;

  /// One seed in so many has jobs that print logs.
  private static final int LOGGED = 10;

  private static final int OF_REFS = 4;

  /// One seed in so many has orchestrators that reserve queues.
  private static final int RESERVING = 3;

  /// Kinds of work that are chosen by streams of their own.
  private static final Set<WorkKind> APART = EnumSet.of(WorkKind.LOGS, WorkKind.REFS);

  /// One seed in so many combines many kinds of work.
  private static final int CROWDED = 4;

  public static Scenario of(long seed, SimulationMode mode) {
    RandomStream chance = new SeedSplitter(seed).stream("scenario");
    boolean isCalm = chance.oneIn(12);
    Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
    for (FaultKind fault : FaultKind.values()) {
      if (!LATER.contains(fault) && chance.percent(35) && !isCalm) {
        faults.add(fault);
      }
    }
    RandomStream disks = new SeedSplitter(seed).stream("agents' disks");
    for (FaultKind fault : OF_DISKS) {
      if (disks.percent(35) && !isCalm) {
        faults.add(fault);
      }
    }
    if (new SeedSplitter(seed).stream("poison").percent(25) && !isCalm) {
      faults.add(FaultKind.POISONED_RUN);
    }
    RandomStream notices = new SeedSplitter(seed).stream("notices of reservations");
    boolean isReserving = notices.oneIn(RESERVING);
    int reservation =
        isReserving ? notices.between(1, 2) : OrchestratorLimits.DEFAULT.reservation();
    for (FaultKind fault : OF_NOTICES) {
      if (notices.percent(50) && isReserving && !isCalm) {
        faults.add(fault);
      }
    }
    int share = chance.between(15, 60);
    Set<WorkKind> work = EnumSet.noneOf(WorkKind.class);
    for (WorkKind kind : WorkKind.values()) {
      if (!APART.contains(kind) && chance.percent(share)) {
        work.add(kind);
      }
    }
    if (new SeedSplitter(seed).stream("logs").oneIn(LOGGED)) {
      work.add(WorkKind.LOGS);
    }
    if (new SeedSplitter(seed).stream("refs").oneIn(OF_REFS)) {
      work.add(WorkKind.REFS);
    }
    RandomStream crowd = new SeedSplitter(seed).stream("crowd");
    if (crowd.oneIn(CROWDED)) {
      crowd(crowd, faults, work);
    }
    return new Scenario(
        seed,
        mode,
        faults,
        work,
        chance.oneIn(2) ? 1 : chance.between(2, 3),
        chance.between(1, 6),
        chance.between(20, 60),
        new TreeSet<>(),
        new TreeSet<>(),
        chance.oneIn(ENCODED),
        limits(new SeedSplitter(seed).stream("limits"), reservation));
  }

  /// Combines many kinds of work, often without faults: interactions between kinds are not found
  /// where each is rare, or where a fault always comes in between.
  private static void crowd(RandomStream chance, Set<FaultKind> faults, Set<WorkKind> work) {
    for (WorkKind kind : WorkKind.values()) {
      if (!APART.contains(kind) && chance.percent(50)) {
        work.add(kind);
      }
    }
    if (chance.percent(70)) {
      faults.clear();
    }
  }

  /// About as much as two dispatches take.
  private static final long FEW_BYTES = 1_000;

  /// In some seeds the limits are so small that everything is always full.
  private static OrchestratorLimits limits(RandomStream chance, int reservation) {
    return chance.oneIn(NARROW)
        ? new OrchestratorLimits(
            chance.between(1, 8),
            chance.between(2, 6),
            chance.between(1, 6),
            chance.between(1, 3),
            chance.between(0, 60),
            chance.between(1, 8),
            chance.between(0, 6),
            chance.between(15, 40),
            OrchestratorLimits.DEFAULT.agents(),
            reservation,
            FEW_BYTES)
        : OrchestratorLimits.DEFAULT.reservingFrom(reservation);
  }

  public boolean has(FaultKind fault) {
    return faults.contains(fault);
  }

  public boolean has(WorkKind kind) {
    return work.contains(kind);
  }

  public Scenario without(FaultKind fault) {
    Set<FaultKind> fewer = EnumSet.copyOf(faults);
    fewer.remove(fault);
    return new Scenario(
        seed, mode, fewer, work, orchestrators, agents, runs, muted, left, isEncoded, limits);
  }

  public Scenario without(WorkKind kind) {
    Set<WorkKind> fewer = EnumSet.copyOf(work);
    fewer.remove(kind);
    return new Scenario(
        seed, mode, faults, fewer, orchestrators, agents, runs, muted, left, isEncoded, limits);
  }

  public Scenario with(int orchestrators, int agents, int runs) {
    return new Scenario(
        seed, mode, faults, work, orchestrators, agents, runs, muted, left, isEncoded, limits);
  }

  public Scenario muting(int fault) {
    Set<Integer> more = new TreeSet<>(muted);
    more.add(fault);
    return new Scenario(
        seed, mode, faults, work, orchestrators, agents, runs, more, left, isEncoded, limits);
  }

  public Scenario leaving(int run) {
    Set<Integer> more = new TreeSet<>(left);
    more.add(run);
    return new Scenario(
        seed, mode, faults, work, orchestrators, agents, runs, muted, more, isEncoded, limits);
  }

  /// The command that replays this simulation.
  public String command() {
    return "./simulate --seed %d --mode %s".formatted(seed, mode.word());
  }
}
