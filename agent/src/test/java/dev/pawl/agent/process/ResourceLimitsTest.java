package dev.pawl.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The limits of a job: their defaults, their spelling, and the files that they are written to.
class ResourceLimitsTest {

  private static final long GIB = 1L << 30;

  @TempDir private Path group;

  @Test
  void slotsDivideWhatTheMachineHas() {
    assertThat(ResourceLimits.part(10 * GIB, 4, 1)).isEqualTo(new ResourceLimits(9 * GIB, 16384));
    assertThat(ResourceLimits.part(10 * GIB, 4, 3).memory()).isEqualTo(3 * GIB);
    assertThat(ResourceLimits.part(GIB, 1, 100)).isEqualTo(new ResourceLimits(256L << 20, 2048));
  }

  @Test
  void sizesHaveAUnit() {
    assertThat(ResourceLimits.parseMemory("512M")).contains(512L << 20);
    assertThat(ResourceLimits.parseMemory("4g")).contains(4 * GIB);
    assertThat(ResourceLimits.parseMemory("none")).contains(0L);
    assertThat(ResourceLimits.parseMemory("512")).isEmpty();
    assertThat(ResourceLimits.parseMemory("0M")).isEmpty();
    assertThat(new ResourceLimits(512L << 20, 0).memoryText()).isEqualTo("512 MiB");
    assertThat(new ResourceLimits(4 * GIB, 0).memoryText()).isEqualTo("4 GiB");
  }

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
