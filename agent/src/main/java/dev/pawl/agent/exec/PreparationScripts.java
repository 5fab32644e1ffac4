package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.steps.ScriptRunner;
import dev.pawl.agent.steps.StepScript;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.step.StepEnd;
import java.io.IOException;
import java.time.Duration;

/// Runs scripts before the job's start is committed. They may run more than once. Of their output
/// only the last lines are kept, and nothing is logged.
final class PreparationScripts {

  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ScriptRunner runner;
  private final StopSignal stop;

  PreparationScripts(JobWorkspace workspace, StopSignal stop) {
    this.runner = new ScriptRunner(workspace);
    this.stop = stop;
  }

  StepEnd run(String name, StepScript script, LogTail tail, Deadline deadline)
      throws IOException, InterruptedException {
    var limits = new StepLimits(stop, deadline, GRACE, () -> {});
    return runner.run(name, name, script, new TailOnly(tail), limits).end();
  }

  /// The last line that is not blank.
  static String lastLine(LogTail tail) {
    return tail.lines().reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// Keeps the last lines.
  private record TailOnly(LogTail tail) implements OutputPipe.OutputConsumer {

    @Override
    public void take(byte[] bytes, int length) {
      tail.append(bytes, length);
    }
  }
}
