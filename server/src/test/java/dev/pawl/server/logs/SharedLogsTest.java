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

  private static final int LINES = SharedLogProcess.FRAMES * SharedLogProcess.FRAME;

  @TempDir private Path directory;

  @Test
  void twoServersShareTheLogOfAnAgentThatReconnects() throws Exception {
    try (var one = ChildJvm.start(64, SharedLogProcess.class, directory, 0);
        var other = ChildJvm.start(64, SharedLogProcess.class, directory, 1)) {
      assertThat(one.said(1)).containsExactly(PrintedLines.sum(1, LINES));
      assertThat(other.said(1)).containsExactly(PrintedLines.sum(0, LINES));
      assertThat(one.exit()).isZero();
      assertThat(other.exit()).isZero();
    }
    for (int job : new int[] {0, 1, SharedLogProcess.WANDERING}) {
      isStored(job);
    }
  }

  private void isStored(int job) throws IOException {
    LogReader log =
        new LogFiles(directory, SharedLogProcess.SEGMENT).log(SharedLogProcess.log(job));
    var bytes = new ByteArrayOutputStream();
    log.copyTo(bytes);
    assertThat(bytes.toByteArray()).isEqualTo(PrintedLines.lines(job, 1, LINES + 1));
    assertThat(log.lines()).isEqualTo(LINES);
    assertThat(log.lines(LINES / 2, 1).bytes())
        .isEqualTo(PrintedLines.lines(job, LINES / 2, LINES / 2 + 1));
  }
}
