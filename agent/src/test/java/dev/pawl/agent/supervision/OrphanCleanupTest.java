package dev.pawl.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.Cgroups;
import dev.pawl.agent.process.MachineCapabilities;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.agent.story.SingleJobAgent;
import dev.pawl.agent.workspace.WorkspaceProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent that restarts removes what is left after the agent and its watchdog were killed.
@Timeout(180)
class OrphanCleanupTest {

  private final String agent = "agent-" + UUID.randomUUID() + ".";
  @TempDir private Path directory;

  @Test
  void whatAFormerLifeLeftIsEnded() throws Exception {
    MachineCapabilities.controlGroups();
    Path tree = Files.createDirectories(directory.resolve("tree"));
    Process former =
        SingleJobAgent.start(
            tree,
            agent + "first",
            "echo $$ > pid; setsid env -i /bin/sh -c 'echo $$ > escaped.pid; exec sleep 300' & wait",
            Map.of());
    try {
      long script = ProcessWait.pid(tree.resolve("pid"));
      long escaped = ProcessWait.pid(tree.resolve("escaped.pid"));
      long watch = watchOf(former);
      ProcessHandle.of(watch).ifPresent(ProcessHandle::destroyForcibly);
      former.destroyForcibly();
      ProcessWait.untilGone(former.pid());
      assertThat(ProcessWait.isGone(script)).as("nobody has ended it").isFalse();
      Path scratch = directory.resolve("scratch");
      assertThat(scratch.resolve("1")).isDirectory();

      WorkspaceProvider.removeOrphans(scratch, agent);

      ProcessWait.untilGone(script);
      ProcessWait.untilGone(escaped);
      assertThat(ProcessTable.withMarker(agent)).isEmpty();
      assertThat(Cgroups.of(agent)).isEmpty();
      assertThat(scratch.resolve("1")).doesNotExist();
      assertThat(scratch.resolve("tools")).exists();
    } finally {
      former.destroyForcibly();
      assertThat(former.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static long watchOf(Process agent) {
    return agent
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("pawl-reaper"))
        .findFirst()
        .orElseThrow()
        .pid();
  }
}
