package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Starts processes that print to a file, and waits for them.
record FileOutputLauncher(ProcessLauncher launcher, Path directory) {

  private static final int BOUND = 60;

  record Outcome(ProcessExit exit, String output) {}

  Outcome sh(String script) throws Exception {
    return run(List.of("sh", "-c", script), Map.of());
  }

  Outcome run(List<String> command, Map<String, String> environment) throws Exception {
    return run(launch(command, environment));
  }

  Outcome run(LaunchSpec launch)
      throws IOException, ExecutionException, InterruptedException, TimeoutException {
    ProcessExit exit = launcher.start(launch).exit().get(BOUND, TimeUnit.SECONDS);
    return new Outcome(exit, Files.readString(launch.output()));
  }

  LaunchSpec launch(List<String> command, Map<String, String> environment) throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("PATH", System.getenv("PATH"));
    Path output = Files.createTempFile(directory, "output", "");
    return new LaunchSpec(command, directory, all, output);
  }
}
