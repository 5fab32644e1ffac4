package dev.pawl.server.logs;

import java.nio.file.Path;
import java.util.concurrent.Executors;

/// A process whose steps print without end. It says what is acknowledged, when it is: the step and
/// the number of lines.
final class EndlessLogProcess {

  static final int STEPS = 4;

  /// Of so many lines is a frame; files and blocks begin within frames.
  static final int FRAME = 70;

  static final long SEGMENT = 100_000;

  /// Appends until it is killed.
  ///
  /// @param args the directory
  public static void main(String[] args) {
    var logs = new LogStore(new LogFiles(Path.of(args[0]), SEGMENT));
    try (var threads = Executors.newFixedThreadPool(STEPS)) {
      for (int step = 0; step < STEPS; step++) {
        int it = step;
        threads.execute(() -> append(logs, it));
      }
    }
  }

  private static void append(LogStore logs, int step) {
    for (int lines = 0; ; lines += FRAME) {
      byte[] frame = PrintedLines.lines(step, lines + 1, lines + FRAME + 1);
      long durable = logs.append(LogFixture.ofStep(step), (long) lines * PrintedLines.LINE, frame);
      System.out.println(step + " " + durable / PrintedLines.LINE);
    }
  }

  private EndlessLogProcess() {}
}
