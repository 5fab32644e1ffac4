package dev.pawl.agent.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Starts processes with the JDK and the program `setsid`, where the C library lacks what
/// [PosixLauncher] needs. An exit code above 128 may then stand for a signal.
public final class SetsidLauncher implements ProcessLauncher {

  /// The JDK has the error number only in its message, `… error: 7 (Argument list too long)`.
  private static final Pattern NUMBER = Pattern.compile("\\berror[:=] ?(\\d{1,4})\\b");

  @Override
  public ChildProcess start(LaunchSpec launch) throws LaunchException {
    // Searched here, because `setsid` would only print that the program does not exist.
    Path program = ProgramLookup.find(launch);
    List<String> line = new ArrayList<>(launch.command());
    line.set(0, program.toString());
    line.addFirst("setsid");
    var builder =
        new ProcessBuilder(line)
            .directory(launch.directory().toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.to(launch.output().toFile()));
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    try {
      Process process = builder.start();
      return new ChildProcess(
          process.pid(),
          process
              .onExit()
              .<ProcessExit>thenApply(ended -> new ProcessExit.Returned(ended.exitValue())));
    } catch (IOException e) {
      throw new LaunchException("%s: %s".formatted(launch.program(), why(e)));
    }
  }

  private static String why(IOException problem) {
    String message = String.valueOf(problem.getMessage());
    Matcher number = NUMBER.matcher(message);
    return number.find() ? Errno.message(Integer.parseInt(number.group(1))) : message;
  }

  @Override
  public void makePipe(Path path) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("mkfifo", "-m", "600", path.toString()).start().waitFor();
    if (exit != 0) {
      throw new IOException("mkfifo failed with exit code " + exit);
    }
  }
}
