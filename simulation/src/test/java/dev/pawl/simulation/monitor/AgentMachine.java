package dev.pawl.simulation.monitor;

import java.time.Duration;

/// The machine that an agent runs on, as an outside observer sees it.
public interface AgentMachine {

  String name();

  /// The time on its own clock.
  Duration clock();

  /// Whether it stands still, with all its processes and its clock. One whose agent alone is
  /// stopped does not: its watchdog runs.
  boolean isSuspended();

  /// When it last woke up, by its own clock.
  Duration wokeAt();

  /// How often its clock has stopped.
  int clockStops();
}
