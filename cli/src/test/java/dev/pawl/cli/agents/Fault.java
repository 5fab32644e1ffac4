package dev.pawl.cli.agents;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// What is done to a fleet. Those that kill an agent wait for a job of its that is just there.
enum Fault {
  /// Before the agent has acknowledged the job.
  KILL_LEASED,
  /// Before the job's start is committed.
  KILL_STARTING,
  KILL_IN_A_STEP,
  KILL_IN_A_HOOK,
  /// When the job is over, and the server does not know.
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

  /// Those that must find their moment.
  static final List<Fault> AIMED =
      List.of(KILL_LEASED, KILL_STARTING, KILL_IN_A_STEP, KILL_IN_A_HOOK, KILL_REPORTING);

  private static final List<Fault> COMMON =
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
  static List<Fault> drawn(int rounds, Random chance) {
    List<Fault> drawn = new ArrayList<>();
    for (int set = 0; drawn.size() < rounds; set++) {
      List<Fault> some = new ArrayList<>(COMMON);
      some.addAll(AIMED);
      some.addAll(
          set % 2 == 0
              ? Collections.nCopies(4, KILL_SERVER)
              : Collections.nCopies(2, STOP_UNTIL_LOST));
      some.addAll(Collections.nCopies(25 - some.size(), STOP_FOR_A_MOMENT));
      Collections.shuffle(some, chance);
      drawn.addAll(some);
    }
    return drawn.subList(0, rounds);
  }
}
