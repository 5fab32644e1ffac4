package dev.pawl.cli.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// A fault that is injected into the testbed. A kill waits for a job in its [JobPhase].
enum AgentFault {
  KILL_LEASED,
  KILL_STARTING,
  KILL_IN_A_STEP,
  KILL_IN_A_HOOK,
  KILL_REPORTING,
  KILL_SERVER,
  STOP_FOR_A_MOMENT,
  /// Longer than its leases are valid.
  STOP_UNTIL_LOST,
  CUT,
  /// Longer than the lifetime of a lease.
  CUT_FOR_LONG,
  STALL,
  STALL_FOR_LONG,
  SPLIT,
  DUPLICATE,
  CANCEL,
  CANCEL_BY_FORCE,
  FILL_DISK;

  private static final List<AgentFault> KILLS =
      List.of(KILL_LEASED, KILL_STARTING, KILL_IN_A_STEP, KILL_IN_A_HOOK, KILL_REPORTING);

  private static final List<AgentFault> COMMON =
      List.of(
          CUT,
          CUT,
          CUT_FOR_LONG,
          STALL,
          STALL,
          STALL_FOR_LONG,
          SPLIT,
          DUPLICATE,
          DUPLICATE,
          DUPLICATE,
          CANCEL,
          CANCEL,
          CANCEL_BY_FORCE,
          CANCEL_BY_FORCE,
          FILL_DISK);

  private static final int FEW = 10;

  /// Faults that every short sequence contains: kills in all phases, and an expired lease. The
  /// server is killed last, because a restarted server expires no lease for a while.
  private static List<AgentFault> few(int rounds, Random random) {
    List<AgentFault> killed = new ArrayList<>(KILLS);
    Collections.shuffle(killed, random);
    List<AgentFault> some = new ArrayList<>(COMMON);
    Collections.shuffle(some, random);
    List<AgentFault> drawn = new ArrayList<>(List.of(STOP_UNTIL_LOST));
    for (int index = 0; index < killed.size(); index++) {
      drawn.add(killed.get(index));
      if (drawn.size() < rounds - (killed.size() - index)) {
        drawn.add(some.get(index));
      }
    }
    drawn.add(KILL_SERVER);
    return drawn;
  }

  /// Draws the faults of this number of rounds. After a restart a server expires no lease for a
  /// while, so rounds in which it is killed alternate with rounds in which leases expire.
  static List<AgentFault> drawn(int rounds, Random random) {
    if (rounds <= FEW) {
      return few(rounds, random);
    }
    List<AgentFault> drawn = new ArrayList<>();
    for (int set = 0; drawn.size() < rounds; set++) {
      List<AgentFault> some = new ArrayList<>(COMMON);
      some.addAll(KILLS);
      boolean doesServerDie = set % 2 == 0;
      if (doesServerDie) {
        some.addAll(Collections.nCopies(3, KILL_SERVER));
      }
      some.addAll(Collections.nCopies((doesServerDie ? 25 : 23) - some.size(), STOP_FOR_A_MOMENT));
      Collections.shuffle(some, random);
      if (!doesServerDie) {
        some.add(some.size() / 2, STOP_UNTIL_LOST);
        some.add(STOP_UNTIL_LOST);
      }
      drawn.addAll(some);
    }
    return drawn.subList(0, rounds);
  }
}
