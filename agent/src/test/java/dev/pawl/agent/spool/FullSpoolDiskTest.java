package dev.pawl.agent.spool;

import static dev.pawl.agent.spool.SpoolRecords.step;
import static dev.pawl.agent.spool.SpoolRecords.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.agent.session.SpoolSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A spool on a small file system that is really full.
@Timeout(180)
class FullSpoolDiskTest extends SpoolStory {

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  @Override
  Path directory() {
    return parent.resolve("disk/agent");
  }

  @Test
  void whatFindsNoRoomIsNotKeptAndHarmsNothing() throws Exception {
    Path disk = Files.createDirectory(parent.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()), "no mounts");
    try {
      fillsUp(disk);
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private void fillsUp(Path disk) throws IOException, InterruptedException {
    Path ballast = disk.resolve("ballast");
    long seq = 0;
    try (FileSpool spool = open()) {
      assertThat(spool.append(List.of(taken(1)))).isTrue();
      run("dd", "if=/dev/zero", "of=" + ballast, "bs=4k", "count=220");
      while (spool.append(List.of(step(1, seq + 1, "x".repeat(5_000))))) {
        seq++;
      }
      assertThat(seq).isPositive();
      assertThat(spool.hasRoom()).isFalse();
      assertThat(told).hasSize(1);
      assertThat(told.getFirst()).contains("No space left on device");
      assertThat(spool.append(List.of(step(1, seq + 1, "x".repeat(5_000))))).isFalse();
      assertThat(told).hasSize(1);
    }
    isKnown(seq); // also to an agent that is started on a full disk
    try (FileSpool spool = open()) {
      assertThat(spool.append(List.of(step(1, seq + 1, "x".repeat(5_000))))).isFalse();
      Files.delete(ballast);
      assertThat(spool.append(List.of(step(1, seq + 1, "x".repeat(5_000))))).isTrue();
      assertThat(spool.hasRoom()).isTrue();
      assertThat(told.getLast()).contains("can be written again");
    }
    isKnown(seq + 1);
  }

  private void isKnown(long last) throws IOException {
    SpoolSnapshot.UnsettledLease lease = recalled().unsettled().getFirst();
    assertThat(lease.last()).isEqualTo(last);
    assertThat(lease.unacknowledged()).hasSize((int) last);
  }
}
