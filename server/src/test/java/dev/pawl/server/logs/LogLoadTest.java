package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.LogFrame;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// However much is printed, the heap does not grow.
class LogLoadTest {

  private static final long GROWTH = 16L * 1024 * 1024;
  private static final int LINE = "line 00000000\n".length();

  @TempDir private Path directory;
  private LogFiles files;
  private Logs logs;

  @BeforeEach
  void someLogs() {
    files = new LogFiles(directory);
    logs = new Logs(files);
  }

  @AfterEach
  void noLogs() {
    logs.close();
  }

  @Test
  void aMillionLinesOfOneStep() {
    long before = heap();
    print(0, 1_000_000, LogFrame.MOST_BYTES / LINE);
    StoredLog log = files.log(ALog.ofStep(0));
    assertThat(log.lines()).isEqualTo(1_000_000);
    assertThat(text(log.lines(500_001, 2))).isEqualTo("line 00500001\nline 00500002\n");
    assertThat(text(log.tail(2))).isEqualTo("line 00999999\nline 01000000\n");
    assertThat(heap() - before).isLessThan(GROWTH);
  }

  @Test
  void twoHundredStepsAtOnce() throws Exception {
    long before = heap();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> steps = new ArrayList<>();
      for (int step = 0; step < 200; step++) {
        int it = step;
        steps.add(threads.submit(() -> print(it, 10_000, 2_500)));
      }
      for (Future<?> step : steps) {
        step.get();
      }
    }
    for (int step = 0; step < 200; step++) {
      StoredLog log = files.log(ALog.ofStep(step));
      assertThat(log.size()).isEqualTo(10_000L * LINE);
      assertThat(text(log.lines(5_000, 1))).isEqualTo("line 00005000\n");
      assertThat(text(log.tail(1))).isEqualTo("line 00010000\n");
    }
    assertThat(heap() - before).isLessThan(GROWTH);
  }

  private void print(int step, int lines, int linesOfAFrame) {
    long offset = 0;
    for (int line = 1; line <= lines; line += linesOfAFrame) {
      byte[] frame = lines(line, Math.min(line + linesOfAFrame, lines + 1));
      offset += frame.length;
      assertThat(logs.append(ALog.ofStep(step), offset - frame.length, frame)).isEqualTo(offset);
    }
  }

  private static byte[] lines(int from, int to) {
    var lines = new StringBuilder();
    for (int line = from; line < to; line++) {
      String digits = Integer.toString(100_000_000 + line);
      lines.append("line ").append(digits, 1, digits.length()).append('\n');
    }
    return lines.toString().getBytes(UTF_8);
  }

  private static String text(StoredLog.Excerpt excerpt) {
    return new String(excerpt.bytes(), UTF_8);
  }

  /// What is in use when everything else has been collected.
  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
