package dev.pawl.cli.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A job that takes too much memory or starts too many processes harms nobody else.
class JobLimitsIT extends ServerFixture {

  /// Bounded, also where no limit holds: 400 MiB, and 200 processes.
  private static String bombs(StepRendezvous rendezvous) {
    return """
    on: push
    jobs:
      other:
        runs-on: linux
        steps:
          - run: |
              %1$s
              echo other >&3
              read -r go <&3
          - run: 'true'
      memory:
        runs-on: linux
        steps:
          - run: head -c 400M /dev/zero | tail
      processes:
        needs: memory
        if: always()
        runs-on: linux
        steps:
          - shell: python
            run: |
              import socket, subprocess, sys
              started = 0
              try:
                  for n in range(200):
                      subprocess.Popen(["sleep", "600"])
                      started += 1
              except OSError:
                  pass
              rendezvous = socket.create_connection(("127.0.0.1", %2$d))
              rendezvous.sendall(b"processes %%d\\n" %% started)
              sys.exit(1)
    """
        .formatted(rendezvous.opening(), rendezvous.port());
  }

  @Test
  void bombsLeaveTheAgentAndItsOtherJobUnharmed() throws SQLException {
    ServerProcess server = startServer();
    StepRendezvous rendezvous = closeAtEnd(new StepRendezvous());
    AgentProcess agent =
        agent(
            server,
            "a",
            List.of(
                    "--slots",
                    "2",
                    "--job-memory",
                    "128M",
                    "--job-pids",
                    "50",
                    "--isolation",
                    "auto")
                .toArray(String[]::new));
    assumeTrue(
        agent.said().contains("each job has 128 MiB of memory, 50 processes"),
        "no control groups with limits here: " + agent.said());

    String run = startRun(server, bombs(rendezvous));
    StepRendezvous.Visitor other = rendezvous.await("other");
    int started = Integer.parseInt(rendezvous.await("processes").facts().getFirst());
    other.tell("go");

    assertThat(started).isBetween(1, 50);
    assertThat(awaitEnd(server, run)).isEqualTo("failed");
    for (JsonNode job : api(server).show(run).get("jobs")) {
      boolean isOther = job.get("id").asString().equals("other");
      assertThat(state(job)).as(job.toString()).isEqualTo(isOther ? "success" : "failed");
    }
    assertThat(journal(server)).contains("oom", "memory-limit", "at its memory limit of 128 MiB");
    assertThat(agent.isOver()).isFalse();
  }

  /// All transitions, as they are stored.
  private static String journal(ServerProcess server) throws SQLException {
    String url = "jdbc:sqlite:%s?busy_timeout=5000".formatted(server.database());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT transitions FROM journal")) {
      var all = new StringBuilder();
      while (rows.next()) {
        all.append(rows.getString(1));
      }
      return all.toString();
    }
  }
}
