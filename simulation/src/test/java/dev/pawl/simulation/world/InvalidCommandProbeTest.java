package dev.pawl.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.Violation;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Shows that the probe finds an engine that accepts an invalid command.
class InvalidCommandProbeTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ViolationRecorder violations = new ViolationRecorder();
  private final Run cancelled = cancelled();

  private static Run cancelled() {
    Run run =
        Run.created(
            new RunId("r1"),
            new Origin(
                Origin.DEFAULT_ORG,
                1,
                "ci",
                "ci.yml",
                "push",
                Actor.person("user-1"),
                "",
                NOW,
                Origin.Source.NONE,
                Origin.Lineage.FIRST));
    var cancel = new EngineCommand.CancelRun(Actor.person("user-1"), true, "enough");
    var decision = new Engine(Deadlines.DEFAULT).decide(run, cancel, DecisionContext.NONE, NOW);
    return ((Decision.Accepted) decision).run();
  }

  private void ask(Engine engine) {
    new InvalidCommandProbe(engine, violations, new Coverage())
        .ask(cancelled, 0, DecisionContext.NONE, NOW);
  }

  @Test
  void theEngineRefusesWhatIsOutOfTurn() {
    ask(new Engine(Deadlines.DEFAULT));
    assertThat(violations.isClean()).isTrue();
  }

  @Test
  void anEngineThatHeedsSomethingOfARunThatIsOverIsFound() {
    ask(
        new Engine(Deadlines.DEFAULT) {
          @Override
          public Decision decide(
              Run run, EngineCommand command, DecisionContext around, Instant now) {
            return new Decision.Accepted(List.of(), List.of(), List.of(), List.of());
          }
        });
    assertThat(violations.first())
        .extracting(Violation::invariant)
        .isEqualTo(Invariant.TERMINAL_STAYS);
  }
}
