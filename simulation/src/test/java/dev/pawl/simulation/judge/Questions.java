package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which command each accepted decision answers, until it is committed or forgotten.
public final class Questions {

  private static final int MOST = 10_000;

  private final Map<Decision, Command> asked = new IdentityHashMap<>();

  void answered(Decision decision, Command command) {
    if (asked.size() > MOST) {
      asked.clear(); // what was never committed
    }
    asked.put(decision, command);
  }

  @Nullable Command of(Decision decision) {
    return asked.get(decision);
  }

  void committed(Decision decision) {
    asked.remove(decision);
  }
}
