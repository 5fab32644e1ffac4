package dev.pawl.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Logs of two orchestrators, each a process of its own, in one directory.
@Timeout(120)
class SharedLogsTest {

  private static final int LINES = SharesLogs.FRAMES * SharesLogs.FRAME;

  @TempDir private Path directory;

  @Test
  void eachReadsWhatTheOtherWritesAndAnAgentMayGoToAndFro() throws Exception {
    try (var one = ChildJvm.start(64, SharesLogs.class, directory, 0);
        var other = ChildJvm.start(64, SharesLogs.class, directory, 1)) {
      assertThat(one.said(1)).containsExactly(Printed.sum(1, LINES));
      assertThat(other.said(1)).containsExactly(Printed.sum(0, LINES));
      assertThat(one.exit()).isZero();
      assertThat(other.exit()).isZero();
    }
    for (int job : new int[] {0, 1, SharesLogs.WANDERING}) {
      isStored(job);
    }
  }

  private void isStored(int job) throws IOException {
    StoredLog log = new LogFiles(directory, SharesLogs.SEGMENT).log(SharesLogs.log(job));
    var bytes = new ByteArrayOutputStream();
    log.copyTo(bytes);
    assertThat(bytes.toByteArray()).isEqualTo(Printed.lines(job, 1, LINES + 1));
    assertThat(log.lines()).isEqualTo(LINES);
    assertThat(log.lines(LINES / 2, 1).bytes())
        .isEqualTo(Printed.lines(job, LINES / 2, LINES / 2 + 1));
  }
}
