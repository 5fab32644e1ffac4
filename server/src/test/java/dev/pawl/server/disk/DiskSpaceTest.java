package dev.pawl.server.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk of 64 MiB, which is full below 1 MiB, low below 8 MiB, and has a reserve of 4 MiB and a
/// spare of 1 MiB.
class DiskSpaceTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path directory;
  private final List<DiskLevel> changes = new ArrayList<>();
  private long others;
  private Path reserve;
  private Path spare;
  private DiskVolume volume;
  private DiskSpace space;

  @BeforeEach
  void aDisk() {
    reserve = directory.resolve("reserve");
    spare = directory.resolve("spare");
    others = -MIB; // as if the spare were outside
    var probe =
        new DiskVolume.Probe() {
          @Override
          public long total() {
            return 64 * MIB;
          }

          @Override
          public long free() {
            long reserved = reserve.toFile().length() + spare.toFile().length();
            return Math.max(0, 64 * MIB - others - reserved);
          }
        };
    volume = DiskVolume.withReserve(directory, probe, reserve, spare);
    space = new DiskSpace(List.of(volume));
    space.measure();
    space.listen(status -> changes.add(status.level()));
    changes.clear();
  }

  private void used(long mebibytes) {
    others = (mebibytes - 1) * MIB;
    space.measure();
  }

  @Test
  void theReserveIsReallyThere() {
    assertThat(reserve).hasSize(4 * MIB);
    assertThat(changes).isEmpty();
    assertThat(space.shortage(MIB)).isEmpty();
  }

  @Test
  void aLowDiskStopsLogsAndKeepsTheReserve() {
    used(53);
    assertThat(space.shortage(1)).contains("the server's disk was nearly full");
    assertThat(space.status().problem())
        .isEqualTo(
            "the server's disk is nearly full: 7168 KiB free, 12 MiB needed. New runs are rejected, queued jobs wait, and logs are cut");
    assertThat(reserve).exists();
    assertThat(changes).containsExactly(DiskLevel.LOW);
  }

  @Test
  void aFullDiskReleasesTheReserve() {
    used(60);
    assertThat(space.shortage(1)).contains("the server's disk was full");
    assertThat(reserve).doesNotExist();
    space.measure();
    assertThat(changes).containsExactly(DiskLevel.FULL);
  }

  @Test
  void aFullDiskSaysWhatIsReallyFree() {
    used(60);
    assertThat(space.status().problem())
        .startsWith("the server's disk is full: 4096 KiB free, 16 MiB needed. ");
    used(62); // by decisions, which use the reserve
    assertThat(space.status().problem()).contains(" is full: 2048 KiB free, 16 MiB needed.");
  }

  @Test
  void aStartWithoutReserveUsesTheSpare() {
    used(60);
    volume.prepareStart();
    assertThat(spare).as("the reserve is enough").hasSize(MIB);
    used(64); // by something else
    assertThat(spare).as("kept for a start").hasSize(MIB);
    assertThat(space.needOfStart())
        .contains(
            "the disk of %s has 0 KiB free, and 1024 KiB are needed to start".formatted(directory));
    volume.prepareStart();
    assertThat(spare).doesNotExist();
    assertThat(space.status().level()).isEqualTo(DiskLevel.FULL);
    used(60);
    space.close();
    assertThat(spare).as("for the next start").hasSize(MIB);
  }

  @Test
  void aDiskThatWasFullNeedsMoreThanTheMarkToGoOn() {
    used(60);
    used(59); // 1 MiB
    assertThat(space.status().level()).isEqualTo(DiskLevel.FULL);
    used(54); // 6 MiB
    assertThat(space.status().level()).isEqualTo(DiskLevel.LOW);
    assertThat(reserve).doesNotExist();
    used(51); // 9 MiB
    assertThat(space.status().level()).isEqualTo(DiskLevel.LOW);
    assertThat(reserve).hasSize(4 * MIB);
    used(48);
    assertThat(space.shortage(1)).isEmpty();
    assertThat(changes).containsExactly(DiskLevel.FULL, DiskLevel.LOW, DiskLevel.ENOUGH);
  }

  @Test
  void aBurstOfWritingIsMeasuredAtOnce() {
    used(40);
    others = 54 * MIB; // by logs, before the next measurement
    assertThat(space.shortage(11 * MIB)).isEmpty();
    assertThat(space.shortage(2 * MIB)).contains("the server's disk was nearly full");
  }

  @Test
  void whoListensLearnsTheLevelAtOnce() {
    used(60);
    changes.clear();
    space.listen(status -> changes.add(status.level()));
    assertThat(changes).containsExactly(DiskLevel.FULL);
  }

  @Test
  void aDiskOfUnknownSizeHasEnough() {
    var unknown =
        new DiskVolume.Probe() {
          @Override
          public long total() {
            return 0;
          }

          @Override
          public long free() {
            return 0;
          }
        };
    var there = new DiskSpace(List.of(DiskVolume.withoutReserve(directory, unknown)));
    there.measure();
    assertThat(there.shortage(Long.MAX_VALUE / 2)).isEmpty();
  }

  @Test
  void aReserveThatDoesNotFitLeavesNothingBehind() {
    var none = new DiskReserve(directory.resolve("none/reserve"), MIB);
    assertThat(none.allocate()).isFalse();
    assertThat(none.isHeld()).isFalse();
    assertThat(Files.exists(directory.resolve("none"))).isFalse();
  }
}
