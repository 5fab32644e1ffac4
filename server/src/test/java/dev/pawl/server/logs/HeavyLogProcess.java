package dev.pawl.server.logs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;

/// A process whose steps print side by side while each is followed. It says what its followers have
/// got.
final class HeavyLogProcess {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final LogFiles files;
  private final LogStore logs;
  private final int lines;
  private final int linesOfAFrame;

  private HeavyLogProcess(Path directory, int lines, int linesOfAFrame) {
    this.files = new LogFiles(directory);
    this.logs = new LogStore(files);
    this.lines = lines;
    this.linesOfAFrame = linesOfAFrame;
  }

  /// Prints and follows.
  ///
  /// @param args the directory, the number of steps, of lines of each, and of lines in a frame
  public static void main(String[] args) throws Exception {
    var prints =
        new HeavyLogProcess(Path.of(args[0]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> printed = new ArrayList<>();
      List<Future<String>> followed = new ArrayList<>();
      for (int step = 0; step < Integer.parseInt(args[1]); step++) {
        int it = step;
        var isOver = new AtomicBoolean();
        followed.add(threads.submit(() -> prints.follow(it, isOver)));
        printed.add(threads.submit(() -> prints.print(it, isOver)));
      }
      for (Future<?> step : printed) {
        step.get();
      }
      for (Future<String> step : followed) {
        System.out.println(step.get());
      }
    }
    prints.logs.close();
  }

  private void print(int step, AtomicBoolean isOver) {
    try {
      print(step);
    } finally {
      isOver.set(true);
      logs.runChanged(LogFixture.RUN);
    }
  }

  private void print(int step) {
    LogRef log = LogFixture.ofStep(step);
    long offset = 0;
    for (int line = 1; line <= lines; line += linesOfAFrame) {
      byte[] frame = PrintedLines.lines(step, line, Math.min(line + linesOfAFrame, lines + 1));
      if (logs.append(log, offset, frame) != offset + frame.length) {
        throw new IllegalStateException("not all of it was taken");
      }
      offset += frame.length;
    }
  }

  private String follow(int step, AtomicBoolean isOver) throws InterruptedException {
    var sum = new CRC32C();
    try (var follower = new LogFollower(logs, files.log(LogFixture.ofStep(step)), 0, isOver::get)) {
      while (!follower.isEnded()) {
        sum.update(follower.next(PATIENCE));
      }
    }
    return Long.toHexString(sum.getValue());
  }
}
