package dev.pawl.agent.steps;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.agent.commands.LogAnnotations;
import dev.pawl.agent.commands.StepCommandHandler;
import dev.pawl.agent.commands.StepOutputs;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.steps.ScriptRunner.StepLimits;
import dev.pawl.agent.supervision.StepProcess;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.core.mask.TooManySecretsException;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Executes the steps of a job that are to run: each is evaluated and run, and what it has written
/// is taken over. Owned by the job's thread.
public final class StepExecutor {

  private static final int CANNOT_START = 126;

  /// What came of a step.
  ///
  /// @param refusal why it fails whatever its exit code is; empty if it need not
  /// @param lines the last that it printed
  /// @param signal that ended the process itself, if one did
  public record StepOutcome(
      StepEnd end,
      String refusal,
      List<String> lines,
      Map<String, String> outputs,
      @Nullable Integer signal,
      How how) {

    public enum How {
      /// Its process ran, or could not be started.
      RAN,
      /// It was stopped while it waited to be tried again.
      CUT_OFF,
      /// Its tool could not be had.
      NO_TOOL
    }

    StepOutcome(
        StepEnd end,
        String refusal,
        List<String> lines,
        Map<String, String> outputs,
        @Nullable Integer signal) {
      this(end, refusal, lines, outputs, signal, How.RAN);
    }

    public static StepOutcome withoutTool(String why) {
      return new StepOutcome(notStarted(why).end(), "", List.of(), Map.of(), null, How.NO_TOOL);
    }

    public static StepOutcome notStarted(String why) {
      var end = new StepEnd(CANNOT_START, Ender.NOBODY, why);
      return new StepOutcome(end, "", List.of(), Map.of(), null);
    }

    static StepOutcome refused(String why) {
      return new StepOutcome(notStarted(why).end(), why, List.of(), Map.of(), null);
    }

    public StepOutcome cutOff() {
      var last = new StepEnd(end.exitCode(), end.ender(), "stopped before it was tried again");
      return new StepOutcome(last, refusal, lines, outputs, signal, How.CUT_OFF);
    }

    /// How it ended, as others may see it. A refusal is in the agent's own words.
    StepEnd masked(SecretMasks masks) {
      String why = refusal.isEmpty() ? masks.mask(end.message()) : refusal;
      return new StepEnd(end.exitCode(), end.ender(), why);
    }
  }

  private final WorkspaceProvider.JobWorkspace place;
  private final JobEnvironment facts;
  private final LogShipper log;
  private final ScriptRunner runner;
  private final StepScriptBuilder tasks;
  private final OutputBudget budget = new OutputBudget();

  public StepExecutor(
      WorkspaceProvider.JobWorkspace place,
      JobEnvironment facts,
      LogShipper log,
      ScriptRunner runner) {
    this.place = place;
    this.facts = facts;
    this.log = log;
    this.runner = runner;
    this.tasks = new StepScriptBuilder(place, facts);
  }

  /// One try at a step.
  public StepOutcome run(
      int index, int tries, ServerMessage.Step step, ExpressionEvaluator around, StepLimits bounds)
      throws InterruptedException {
    String name = tries == 1 ? Integer.toString(index) : index + "-" + tries;
    return execute(
        index,
        name,
        files -> tasks.of(step, around.withEnv(step.env()), files),
        this::take,
        bounds);
  }

  /// A hook. It observes: what it writes is not taken over, but for its summary.
  ///
  /// @param told what it sees beside what any step does
  public StepOutcome observe(
      int index,
      String script,
      ExpressionEvaluator around,
      Map<String, String> told,
      StepLimits bounds)
      throws InterruptedException {
    return execute(
        index,
        Integer.toString(index),
        files -> tasks.ofHook(script, around, files, told),
        (written, _, _) -> summarise(written),
        bounds);
  }

  /// What is to be run, once it is known where it may write.
  private interface Preparation {
    StepScript task(Map<String, String> files) throws EvaluationError, StepStartException;
  }

  /// What becomes of what was written.
  private interface Takeover {
    void take(EnvironmentFiles.Contents written, StepOutputs outputs, StepLogWriter output)
        throws InterruptedException;
  }

  private StepOutcome execute(
      int index, String name, Preparation preparation, Takeover takeover, StepLimits bounds)
      throws InterruptedException {
    var tail = new LogTail();
    var commands = new StepCommandHandler(facts.masks(), facts.contexts().isDebugging());
    var output = new StepLogWriter(index, log, tail, facts.masks(), commands);
    try {
      EnvironmentFiles files = place.runtimeFiles(name);
      StepScript task = preparation.task(files.environment());
      StepProcess.ProcessResult ended = runner.run(name, task, output, bounds);
      var outputs = new StepOutputs();
      outputs.putAll(commands.outputs());
      takeover.take(files.read(), outputs, output);
      Map<String, String> kept = within(budget, outputs.all(), output);
      return new StepOutcome(ended.end(), commands.refusal(), tail.lines(), kept, ended.signal());
    } catch (TooManySecretsException e) {
      return StepOutcome.refused(String.valueOf(e.getMessage()));
    } catch (EvaluationError | StepStartException | IOException e) {
      return StepOutcome.notStarted(String.valueOf(e.getMessage()));
    }
  }

  /// How it ended, as others may see it.
  public StepEnd shown(StepOutcome done) {
    return done.masked(facts.masks());
  }

  /// Takes over what a step has written for those that follow.
  private void take(EnvironmentFiles.Contents written, StepOutputs outputs, StepLogWriter output)
      throws InterruptedException {
    outputs.putAll(written.outputs());
    facts.variables().set(written);
    for (String warning : written.warnings()) {
      output.print(LogAnnotations.warning(warning));
    }
    summarise(written);
  }

  /// As if it were the log of one more step, each line of it ended.
  private void summarise(EnvironmentFiles.Contents written) throws InterruptedException {
    if (!written.summary().isBlank()) {
      String text = facts.masks().mask(written.summary());
      byte[] bytes = (text.endsWith("\n") ? text : text + "\n").getBytes(StandardCharsets.UTF_8);
      log.ship(LogFrame.SUMMARY_INDEX, bytes, bytes.length);
    }
  }

  private static Map<String, String> within(
      OutputBudget budget, Map<String, String> outputs, StepLogWriter output)
      throws InterruptedException {
    Map<String, String> kept = new LinkedHashMap<>();
    for (var entry : outputs.entrySet()) {
      if (budget.takes(entry.getKey(), entry.getValue())) {
        kept.put(entry.getKey(), entry.getValue());
      } else {
        output.print(
            LogAnnotations.warning(
                "the output '%s' is dropped: those of a job may be 512 KiB together"
                    .formatted(entry.getKey())));
      }
    }
    return kept;
  }
}
