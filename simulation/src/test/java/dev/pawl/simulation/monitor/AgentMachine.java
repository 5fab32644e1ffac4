package dev.pawl.simulation.monitor;

import java.time.Duration;

/// The machine that an agent runs on, as somebody sees it who stands beside it.
public interface AgentMachine {

  String name();

  /// What its own clock says.
  Duration clock();

  /// Whether it stands still, its processes with it.
  boolean isFrozen();

  /// When it last went on, by its own clock.
  Duration wokeAt();

  /// How often its clock has stood still.
  int clockStops();
}
