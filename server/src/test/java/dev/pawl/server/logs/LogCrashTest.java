package dev.pawl.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Kill -9 while steps print.
@Timeout(120)
class LogCrashTest {

  /// More than have a place in one file, of each step.
  private static final int ACKNOWLEDGED = 400;

  private static final int DIES = 128 + 9;

  @TempDir private Path directory;

  @Test
  void everyAcknowledgedLineSurvivesAndAppendingGoesOn() throws Exception {
    int[] acknowledged = linesWhenKilled();
    assertThat(Arrays.stream(acknowledged).max().orElse(0)).isGreaterThan(2_000);
    for (int step = 0; step < EndlessLogProcess.STEPS; step++) {
      isThere(step, acknowledged[step]);
      indexAgrees(step);
    }
    for (int step = 0; step < EndlessLogProcess.STEPS; step++) {
      int lines = acknowledged[step] + 5_000;
      goOn(step, acknowledged[step], lines);
      assertThat(bytes(step)).isEqualTo(PrintedLines.lines(step, 1, lines + 1));
      indexAgrees(step);
    }
  }

  /// How many lines of each step were acknowledged.
  private int[] linesWhenKilled() throws Exception {
    List<String> said = new ArrayList<>();
    try (var child = ChildJvm.start(64, EndlessLogProcess.class, directory)) {
      said.addAll(child.said(ACKNOWLEDGED));
      child.kill();
      said.addAll(child.said(Integer.MAX_VALUE));
      assertThat(child.exit()).as("killed, not ended").isEqualTo(DIES);
    }
    int[] lines = new int[EndlessLogProcess.STEPS];
    for (String line : said) {
      String[] words = line.split(" ", -1);
      lines[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
    }
    return lines;
  }

  private LogFiles files() {
    return new LogFiles(directory, EndlessLogProcess.SEGMENT);
  }

  /// What is there beyond is what was printed next.
  private void isThere(int step, int lines) throws IOException {
    byte[] found = bytes(step);
    int most = found.length / PrintedLines.LINE + 1;
    assertThat(found.length).isGreaterThanOrEqualTo(lines * PrintedLines.LINE);
    assertThat(found).isEqualTo(Arrays.copyOf(PrintedLines.lines(step, 1, most + 1), found.length));
  }

  /// Lines are of one length: which byte is where a line begins is known without the index.
  private void indexAgrees(int step) {
    LogReader log = files().log(LogFixture.ofStep(step));
    long complete = log.size() / PrintedLines.LINE;
    assertThat(log.lines()).isEqualTo((log.size() + PrintedLines.LINE - 1) / PrintedLines.LINE);
    for (long line = 1; line <= complete; line += 97) {
      LogReader.Excerpt excerpt = log.lines(line, 1);
      assertThat(excerpt.line()).isEqualTo(line);
      assertThat(excerpt.offset()).isEqualTo((line - 1) * PrintedLines.LINE);
      assertThat(excerpt.bytes()).isEqualTo(PrintedLines.lines(step, (int) line, (int) line + 1));
    }
  }

  /// The agent sends again what it has no acknowledgement of.
  private void goOn(int step, int from, int to) {
    try (var logs = new LogStore(files())) {
      for (int line = from; line < to; line += 1_000) {
        byte[] frame = PrintedLines.lines(step, line + 1, line + 1_001);
        long durable = logs.append(LogFixture.ofStep(step), (long) line * PrintedLines.LINE, frame);
        assertThat(durable).isEqualTo((line + 1_000L) * PrintedLines.LINE);
      }
    }
  }

  private byte[] bytes(int step) throws IOException {
    var bytes = new ByteArrayOutputStream();
    files().log(LogFixture.ofStep(step)).copyTo(bytes);
    return bytes.toByteArray();
  }
}
