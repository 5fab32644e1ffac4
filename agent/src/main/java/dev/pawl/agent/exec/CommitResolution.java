package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.StepScriptBuilder;
import dev.pawl.agent.steps.StepStartException;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.IOException;
import java.time.Duration;

/// Asks the run's repository which commit the run's ref stands for. It fetches nothing and runs
/// nothing of the repository, as the user that the job's steps run as, with the job's token.
record CommitResolution(JobWorkspace workspace, JobEnvironment environment, StopSignal stop) {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /// The exit code of the script where the repository has no such ref.
  private static final int NO_SUCH_REF = 3;

  /// The answer.
  sealed interface Result {}

  record Commit(String sha) implements Result {}

  /// There is no answer.
  ///
  /// @param code the class of the failure: `fetch` can be retried, `user` cannot
  record Failed(String code, String why) implements Result {}

  Result run() throws IOException, InterruptedException {
    var tail = new LogTail();
    StepEnd end;
    try {
      var script = new StepScriptBuilder(workspace, environment).commitQuery();
      Deadline deadline = Deadline.after(TIMEOUT, "timed out");
      end = new PreparationScripts(workspace, stop).run("commit", script, tail, deadline);
    } catch (StepStartException | EvaluationError e) {
      return new Failed("user", String.valueOf(e.getMessage()));
    }
    String last = PreparationScripts.lastLine(tail).replaceFirst("^Error: ", "");
    if (end.ender() == Ender.TIMEOUT) {
      return new Failed("fetch", "no answer within %d s".formatted(TIMEOUT.toSeconds()));
    }
    if (end.ender() == Ender.PROCESS && end.exitCode() == 0) {
      return new Commit(last);
    }
    return new Failed(end.exitCode() == NO_SUCH_REF ? "user" : "fetch", last);
  }
}
