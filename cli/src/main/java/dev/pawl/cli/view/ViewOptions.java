package dev.pawl.cli.view;

import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.runs.LogSource;
import java.io.IOError;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options `--plain` and `--stream`, for the commands that show a run while it is running.
public final class ViewOptions {

  @Option(names = "--plain", description = "Print plain lines even on a terminal.")
  private boolean plain;

  @Option(
      names = "--stream",
      description = "Print the output of all steps as it arrives, each line with its job.")
  private boolean stream;

  /// Opens the view: a live tree on a terminal, plain lines elsewhere and in CI systems.
  ///
  /// @param approvals approves and rejects held jobs from this terminal
  public RunView open(PrintStream out, LogSource logs, Optional<Approvals> approvals) {
    if (stream) {
      return new StreamView(out, logs, TerminalInfo.isTerminal());
    }
    if (!plain && isLive(System.getenv()) && TerminalInfo.isTerminal()) {
      try {
        return new LiveView(logs, approvals);
      } catch (IOException | IOError _) {
        // Plain lines if the terminal cannot be opened.
      }
    }
    return new PlainView(out, logs);
  }

  /// Whether a terminal with that environment can move its cursor, and a person looks at it.
  private static boolean isLive(Map<String, String> environment) {
    String type = environment.getOrDefault("TERM", "dumb");
    return !type.equals("dumb") && !Palette.isSet(environment, "CI");
  }
}
