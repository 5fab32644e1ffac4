package dev.pawl.cli.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// What is done to a fleet. Those that kill an agent wait for a job of its that has its [JobPhase].
enum AgentFault {
  KILL_LEASED,
  KILL_STARTING,
  KILL_IN_A_STEP,
  KILL_IN_A_HOOK,
  KILL_REPORTING,
  KILL_SERVER,
  STOP_FOR_A_MOMENT,
  /// For longer than anybody believes in its leases.
  STOP_UNTIL_LOST,
  CUT,
  /// For longer than a lease lives.
  CUT_FOR_LONG,
  STALL,
  STALL_FOR_LONG,
  SPLIT,
  DUPLICATE,
  CANCEL,
  CANCEL_BY_FORCE,
  FILL_DISK;

  private static final List<AgentFault> AIMED =
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

  /// As many as there are to be rounds, and every kind again and again. A server that was just
  /// started gives nobody up for a while: so there are rounds in which it dies, and then as many in
  /// which it lives and leases expire.
  static List<AgentFault> drawn(int rounds, Random chance) {
    List<AgentFault> drawn = new ArrayList<>();
    for (int set = 0; drawn.size() < rounds; set++) {
      List<AgentFault> some = new ArrayList<>(COMMON);
      some.addAll(AIMED);
      boolean doesServerDie = set % 2 == 0;
      if (doesServerDie) {
        some.addAll(Collections.nCopies(3, KILL_SERVER));
      }
      some.addAll(Collections.nCopies((doesServerDie ? 25 : 23) - some.size(), STOP_FOR_A_MOMENT));
      Collections.shuffle(some, chance);
      if (!doesServerDie) {
        some.add(some.size() / 2, STOP_UNTIL_LOST);
        some.add(STOP_UNTIL_LOST);
      }
      drawn.addAll(some);
    }
    return drawn.subList(0, rounds);
  }
}
