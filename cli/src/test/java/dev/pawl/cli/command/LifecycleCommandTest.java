package dev.pawl.cli.command;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests of `pawl lifecycle`.
class LifecycleCommandTest {

  private static final String[] MACHINES = {"run", "attempt", "step", "lease", "breaker"};

  @Test
  void printsAllMachines() {
    CommandResult tables = pawl("lifecycle").exits(0);
    CommandResult diagrams = pawl("lifecycle", "--format", "mermaid").exits(0);
    JsonNode json = JsonMapper.shared().readTree(pawl("lifecycle", "--format", "json").out());

    assertThat(diagrams.out().split("stateDiagram", -1)).hasSize(MACHINES.length + 1);
    for (String machine : MACHINES) {
      tables.says(machine);
      assertThat(json.get(machine).isObject()).as(machine).isTrue();
    }
  }

  @Test
  void printsOneMachine() {
    pawl("lifecycle", "lease").exits(0).says("granted").says("ACK");
    String json = pawl("lifecycle", "lease", "--format", "json").out();
    assertThat(JsonMapper.shared().readTree(json).isObject()).isTrue();
  }

  @Test
  void anUnknownMachineIsReported() {
    pawl("lifecycle", "engine").exits(2).complains("'engine'").complains("run, attempt, step");
    pawl("lifecycle", "--format", "png")
        .exits(2)
        .complains("--format expects table, mermaid or json, not 'png'");
  }
}
