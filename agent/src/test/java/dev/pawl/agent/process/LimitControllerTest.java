package dev.pawl.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.limits.ResourceLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files of control groups in which limits are written, and hits of them are read.
class LimitControllerTest {

  private static final long GIB = 1L << 30;

  @TempDir private Path group;

  @Test
  void theFilesOfVersionTwoAreWritten() throws Exception {
    Path memory = Files.createFile(group.resolve("memory.max"));
    Path swap = Files.createFile(group.resolve("memory.swap.max"));
    Path pids = Files.createFile(group.resolve("pids.max"));
    var limits = new ResourceLimits(GIB, 100);
    for (LimitController controller : LimitController.values()) {
      controller.limit(group, limits);
    }
    assertThat(memory).hasContent("1073741824");
    assertThat(swap).hasContent("0");
    assertThat(pids).hasContent("100");
  }

  @Test
  void hitsAreCountedInBothVersions() throws Exception {
    Files.writeString(group.resolve("memory.oom_control"), "under_oom 0\noom_kill 2\n");
    assertThat(LimitController.MEMORY.hits(group)).isEqualTo(2);
    Files.writeString(group.resolve("memory.events"), "oom 4\noom_kill 3\noom_group_kill 0\n");
    assertThat(LimitController.MEMORY.hits(group)).isEqualTo(3);
    assertThat(LimitController.PIDS.hits(group)).isZero();
  }
}
