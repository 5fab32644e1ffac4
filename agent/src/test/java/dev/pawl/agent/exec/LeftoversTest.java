package dev.pawl.agent.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.Cgroups;
import dev.pawl.agent.process.MachineHas;
import dev.pawl.agent.process.Proc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent that starts again ends what it left when both it and its watch were killed.
@Timeout(60)
class LeftoversTest {

  private final String agent = "agent-" + UUID.randomUUID() + ".";
  @TempDir private Path directory;

  @Test
  void whatAFormerLifeLeftIsEnded() throws Exception {
    MachineHas.controlGroups();
    Path tree = Files.createDirectories(directory.resolve("tree"));
    Process former =
        RunsAJob.start(
            tree,
            agent + "first",
            "echo $$ > pid; setsid env -i /bin/sh -c 'echo $$ > escaped.pid; exec sleep 300' & wait",
            Map.of());
    try {
      long script = Waiting.pid(tree.resolve("pid"));
      long escaped = Waiting.pid(tree.resolve("escaped.pid"));
      long watch = watchOf(former);
      ProcessHandle.of(watch).ifPresent(ProcessHandle::destroyForcibly);
      former.destroyForcibly();
      Waiting.untilGone(former.pid());
      assertThat(Waiting.isGone(script)).as("nobody has ended it").isFalse();
      Path scratch = directory.resolve("scratch");
      assertThat(scratch.resolve("1")).isDirectory();

      Workspace.endLeftovers(scratch, agent);

      Waiting.untilGone(script);
      Waiting.untilGone(escaped);
      assertThat(Proc.marked(agent)).isEmpty();
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
        .filter(child -> child.info().commandLine().orElse("").contains("pawl-ward"))
        .findFirst()
        .orElseThrow()
        .pid();
  }
}
