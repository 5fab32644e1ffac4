package dev.pawl.agent.exec;

import static dev.pawl.agent.exec.Dispatches.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A job knows the agent that executes it by the name that people call it.
class RunnerNameTest extends AgentStory {

  @Override
  Hosting hosting() {
    return Hosting.plain().named("builder");
  }

  @Test
  void itIsTheAgents() throws InterruptedException {
    isDispatched(job("[ \"$RUNNER_NAME\" = builder ]"));
    assertThat(server.result().status()).isEqualTo("success");
  }
}
