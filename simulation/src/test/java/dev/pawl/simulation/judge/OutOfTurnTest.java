package dev.pawl.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.simulation.coverage.Coverage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// That what is out of turn is found where it is heeded.
class OutOfTurnTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Verdict verdict = new Verdict();
  private final Run cancelled = cancelled();

  private static Run cancelled() {
    Run run =
        Run.created(
            new RunId("r1"), new Origin(1, "ci", "ci.yml", "push", Actor.person("ana"), "", NOW));
    var cancel = new Command.CancelRun(Actor.person("ana"), true, "enough");
    var decision = new Engine(Deadlines.DEFAULT).decide(run, cancel, Surroundings.NONE, NOW);
    return ((Decision.Accepted) decision).run();
  }

  private void ask(Engine engine) {
    new OutOfTurn(engine, verdict, new Coverage()).ask(cancelled, 0, Surroundings.NONE, NOW);
  }

  @Test
  void theEngineRefusesWhatIsOutOfTurn() {
    ask(new Engine(Deadlines.DEFAULT));
    assertThat(verdict.isClean()).isTrue();
  }

  @Test
  void anEngineThatHeedsSomethingOfARunThatIsOverIsFound() {
    ask(
        new Engine(Deadlines.DEFAULT) {
          @Override
          public Decision decide(Run run, Command command, Surroundings around, Instant now) {
            return new Decision.Accepted(List.of(), List.of(), List.of(), List.of());
          }
        });
    assertThat(verdict.isClean()).isFalse();
  }
}
