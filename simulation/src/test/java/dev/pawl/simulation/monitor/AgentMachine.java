package dev.pawl.simulation.monitor;

import java.time.Duration;

/// The machine that an agent runs on, as an outside observer sees it.
public interface AgentMachine {

  String name();

  /// The time on its own clock.
  Duration clock();

  /// Whether it is frozen, with its processes.
  boolean isFrozen();

  /// When it last woke up, by its own clock.
  Duration wokeAt();

  /// How often its clock has stopped.
  int clockStops();
}
