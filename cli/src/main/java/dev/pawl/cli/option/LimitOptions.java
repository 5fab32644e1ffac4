package dev.pawl.cli.option;

import dev.pawl.agent.limits.ResourceLimits;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options of agents that limit what one job may use.
public final class LimitOptions {

  private static final int LEAST_PROCESSES = 16;
  private static final long LEAST_MEMORY = 16 << 20;

  @Option(
      names = "--job-memory",
      paramLabel = "SIZE",
      description =
          "The most memory of a job: 512M, 4G, or none. Default: 90 %% of the machine's, divided by the"
              + " slots.")
  private Optional<String> memory = Optional.empty();

  @Option(
      names = "--job-pids",
      paramLabel = "N",
      description =
          "The most processes and threads of a job, or none. Default: 4096 for each processor, divided"
              + " by the slots, and at least 2048.")
  private Optional<String> processes = Optional.empty();

  /// The limits of each job.
  public ResourceLimits of(int slots, CommandSpec command) {
    ResourceLimits usual = ResourceLimits.ofMachine(slots);
    return new ResourceLimits(
        memory.map(text -> memory(text, command)).orElse(usual.memory()),
        processes.map(text -> processes(text, command)).orElse(usual.processes()));
  }

  private static long memory(String text, CommandSpec command) {
    return ResourceLimits.parseMemory(text)
        .filter(bytes -> bytes == 0 || bytes >= LEAST_MEMORY)
        .orElseThrow(() ->
            new ParameterException(
                command.commandLine(),
                "--job-memory expects a size of at least 16M, such as 512M or 4G, or none; not '%s'"
                    .formatted(text)));
  }

  private static int processes(String text, CommandSpec command) {
    if (text.equals("none")) {
      return 0;
    }
    if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= LEAST_PROCESSES) {
      return Integer.parseInt(text);
    }
    throw new ParameterException(
        command.commandLine(),
        "--job-pids expects a number of at least %d, or none; not '%s'"
            .formatted(LEAST_PROCESSES, text));
  }
}
