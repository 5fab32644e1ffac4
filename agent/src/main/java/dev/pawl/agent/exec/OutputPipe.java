package dev.pawl.agent.exec;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The named pipe that a step prints to.
///
/// Not the JDK's own: that one is closed as soon as the step's shell has ended, so that whatever it
/// left in the background dies of its next line, and it cannot be asked whether it is empty while
/// somebody reads.
record OutputPipe(Path path) {

  static OutputPipe of(Path directory, int step) {
    return new OutputPipe(directory.resolve("output-" + step));
  }

  /// Makes the pipes of all steps of a job, by one process.
  static void make(Path directory, int steps) throws IOException, InterruptedException {
    if (steps == 0) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("mkfifo"));
    for (int step = 0; step < steps; step++) {
      command.add(of(directory, step).path().toString());
    }
    int code = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("mkfifo failed in " + directory);
    }
  }

  /// A process with its output open.
  record Started(Process process, InputStream output) {}

  /// Starts a process that prints to it. Both ends are held open meanwhile, since opening one end
  /// of a named pipe waits for the other.
  Started start(ProcessBuilder builder) throws IOException {
    try (var _ = new RandomAccessFile(path.toFile(), "rw")) {
      var output = new FileInputStream(path.toFile());
      try {
        return new Started(builder.redirectOutput(path.toFile()).start(), output);
      } catch (IOException e) {
        output.close();
        throw e;
      }
    }
  }
}
