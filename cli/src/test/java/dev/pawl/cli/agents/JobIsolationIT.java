package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/// Jobs that run as another user cannot read the agent's private files.
class JobIsolationIT extends ServerFixture {

  @Test
  void aJobCannotReadPrivateFiles() {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs an agent that is root");
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "a", "--run-as", "nobody");
    String secret = agent.workdir().resolve("private").toString();

    String workflow =
        """
        on: push
        jobs:
          a:
            runs-on: linux
            steps:
              - run: |
                  [ "$(id -un)" = nobody ]
                  ! ls %s
                  ! cat %s/marker
                  ! cat /proc/$PPID/environ
                  touch mine
        """
            .formatted(secret, secret);

    assertThat(runToEnd(server, workflow)).isEqualTo("success");
  }
}
