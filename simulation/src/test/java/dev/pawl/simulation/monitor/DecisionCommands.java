package dev.pawl.simulation.monitor;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The command of each accepted decision, until it is committed or forgotten.
public final class DecisionCommands {

  private static final int MOST = 10_000;

  private final IdentityHashMap<Decision, EngineCommand> asked = new IdentityHashMap<>();

  void answered(Decision decision, EngineCommand command) {
    if (asked.size() > MOST) {
      asked.clear(); // what was never committed
    }
    asked.put(decision, command);
  }

  @Nullable
  public EngineCommand of(Decision decision) {
    return asked.get(decision);
  }

  public void committed(Decision decision) {
    asked.remove(decision);
  }
}
