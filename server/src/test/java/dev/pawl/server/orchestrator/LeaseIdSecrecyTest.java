package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.RunState;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.RestartingOrchestrator;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lease id authorizes an agent's messages, so nothing in the store may contain one.
class LeaseIdSecrecyTest {

  private static final String RUN = "a-run-that-is-easy-to-find";

  @TempDir private Path directory;

  /// Every byte of every file of the store, the journal and what SQLite keeps beside it included.
  private String everythingStored() throws IOException {
    var bytes = new StringBuilder();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes.append(Files.readString(file, ISO_8859_1));
      }
    }
    assertThat(bytes).contains(RUN);
    return bytes.toString();
  }

  private void nowhereIs(JobDispatch job) throws IOException {
    byte[] raw = Base64.getUrlDecoder().decode(job.leaseId());
    assertThat(everythingStored())
        .doesNotContain(job.leaseId())
        .doesNotContain(new String(raw, ISO_8859_1))
        .doesNotContain(Base64.getEncoder().withoutPadding().encodeToString(raw))
        .doesNotContainIgnoringCase(HexFormat.of().formatHex(raw));
  }

  @Test
  void aLeaseIdIsInNoFileOfTheStore() throws IOException {
    try (var server = new RestartingOrchestrator(directory.resolve("pawl.db"))) {
      ScriptedAgent agent = server.agent("a1");
      server.node().hears(agent, agent.registers());
      server.runs(RUN, SamplePlans.sideBySide(1));
      JobDispatch job = agent.dispatch();
      nowhereIs(job);
      server.node().hears(agent, ack(job, 1), start(job, 2), heartbeat(job));
      server.node().hears(agent, step(job, 3, "running"), step(job, 4, "success"));
      nowhereIs(job);
      server.node().hears(agent, complete(job, 5, "success", "ok"));
      assertThat(server.run(RUN).state()).isEqualTo(RunState.SUCCESS);
      nowhereIs(job);
    }
  }
}
