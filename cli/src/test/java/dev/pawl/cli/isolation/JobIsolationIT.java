package dev.pawl.cli.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.agent.process.ProgramTrial;
import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Jobs can neither attack each other nor the agent, where the agent is root.
class JobIsolationIT extends ServerFixture {

  private ServerProcess server;
  private StepRendezvous rendezvous;
  private HostileJobs jobs;

  @BeforeEach
  void aServer() {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs an agent that is root");
    server = startServer();
    rendezvous = closeAtEnd(new StepRendezvous());
    jobs = new HostileJobs(rendezvous);
  }

  @Test
  void withUsersJobsAreKeptApartAndLeaveNothing() {
    jobsAreKeptApartAndLeaveNothing();
  }

  @Test
  void withNamespacesJobsAreKeptApartAndLeaveNothing() throws Exception {
    Path workdir = Files.createDirectory(directory.resolve("a"));
    for (String id : List.of("unix:uid", "unix:gid")) {
      Files.setAttribute(workdir, id, 1_999_999_970);
    }
    List<String> trial =
        List.of("setpriv", "--reuid=1999999970", "--clear-groups", "unshare", "--user", "test");
    List<String> line = new ArrayList<>(trial);
    line.addAll(List.of("-r", System.getProperty("pawl.jar", "")));
    Optional<String> problem = ProgramTrial.problem(line);
    assumeTrue(problem.isEmpty(), "no user namespaces, or the jar is not readable: " + problem);
    jobsAreKeptApartAndLeaveNothing();
  }

  private void jobsAreKeptApartAndLeaveNothing() {
    AgentProcess agent = agent(server, "a", "--slots", "2", "--isolation", "require");

    String attacked = startRun(server, jobs.workflow());
    assertThat(jobs.attack(agent)).isEmpty();
    assertThat(awaitEnd(server, attacked)).isEqualTo("success");

    String next = startRun(server, jobs.remains());
    assertThat(rendezvous.await("second").lines()).isEmpty();
    assertThat(awaitEnd(server, next)).isEqualTo("success");
  }

  @Test
  void withoutIsolationTheAttacksSucceed() {
    AgentProcess agent = agent(server, "a", "--slots", "2", "--isolation", "none");

    String attacked = startRun(server, jobs.workflow());
    assertThat(jobs.attack(agent))
        .contains("environ", "private-file", "output", "tool-cache", "kill");
    assertThat(awaitEnd(server, attacked)).isEqualTo("failed");
  }

  @Test
  void oneUserForAllJobsCannotReadTheAgentsFiles() {
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
                  if ls %s; then exit 1; fi
                  if cat %s/marker; then exit 1; fi
                  if cat /proc/$PPID/environ; then exit 1; fi
                  touch mine
        """
            .formatted(secret, secret);

    assertThat(runToEnd(server, workflow)).isEqualTo("success");
  }
}
