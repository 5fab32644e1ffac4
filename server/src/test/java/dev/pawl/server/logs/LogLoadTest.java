package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.LogFrame;
import dev.pawl.server.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// However much is printed and followed, a small heap is enough.
@Timeout(120)
class LogLoadTest {

  private static final int MEGABYTES = 40;
  private static final int LINES = 1_000_000;

  @TempDir private Path directory;

  @Test
  void aMillionLinesOfOneStep() throws Exception {
    assertThat(followed(1, LINES, LogFrame.MAX_BYTES / PrintedLines.LINE))
        .containsExactly(PrintedLines.sum(0, LINES));
    LogReader log = new LogFiles(directory).log(LogFixture.ofStep(0));
    assertThat(log.lines()).isEqualTo(LINES);
    isStored(0, 500_000, log);
    isStored(0, LINES, log);
  }

  @Test
  void twoHundredStepsAtOnce() throws Exception {
    int steps = 200;
    int lines = LINES / steps;
    List<String> followed = followed(steps, lines, 1_000);
    assertThat(followed).hasSize(steps);
    var files = new LogFiles(directory);
    for (int step = 0; step < steps; step++) {
      assertThat(followed.get(step)).isEqualTo(PrintedLines.sum(step, lines));
      LogReader log = files.log(LogFixture.ofStep(step));
      assertThat(log.size()).isEqualTo((long) lines * PrintedLines.LINE);
      isStored(step, lines / 2, log);
      isStored(step, lines, log);
    }
  }

  /// Without it, the other tests would prove nothing.
  @Test
  void whoHoldsAsManyLinesRunsOutOfMemory() throws Exception {
    try (var child = ChildJvm.start(MEGABYTES, HeapLogProcess.class, LINES)) {
      assertThat(child.exit()).isEqualTo(ChildJvm.OUT_OF_MEMORY);
    }
  }

  /// What the followers in the child have got, a sum each.
  private List<String> followed(int steps, int lines, int linesOfAFrame) throws Exception {
    try (var child =
        ChildJvm.start(MEGABYTES, HeavyLogProcess.class, directory, steps, lines, linesOfAFrame)) {
      List<String> said = child.said(steps);
      assertThat(child.exit()).isZero();
      return said;
    }
  }

  private static void isStored(int step, int line, LogReader log) {
    assertThat(new String(log.lines(line, 1).bytes(), UTF_8))
        .isEqualTo(new String(PrintedLines.lines(step, line, line + 1), UTF_8));
  }
}
