package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.workspace.HostOptions;
import org.junit.jupiter.api.Test;

/// A job sees the name of its agent.
class RunnerNameTest extends AgentStory {

  @Override
  public HostOptions host() {
    return HostOptions.defaults().withName(() -> "builder");
  }

  @Test
  void itIsTheAgents() throws InterruptedException {
    isDispatched(job("[ \"$RUNNER_NAME\" = builder ]"));
    assertThat(server.result().status()).isEqualTo("success");
  }
}
