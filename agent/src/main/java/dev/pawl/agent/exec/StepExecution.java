package dev.pawl.agent.exec;

import dev.pawl.agent.commands.Notices;
import dev.pawl.agent.commands.Outputs;
import dev.pawl.agent.commands.RuntimeFiles;
import dev.pawl.agent.commands.StepCommands;
import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.exec.StepRunner.Bounds;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.mask.Masks;
import dev.pawl.core.mask.TooMuchToMask;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Executes the steps of a job that are to run: each is evaluated and run, and what it has written
/// is taken over. Owned by the job's thread.
final class StepExecution {

  private static final int CANNOT_START = 126;

  /// What came of a step.
  ///
  /// @param refusal why it fails whatever its exit code is; empty if it need not
  /// @param lines the last that it printed
  /// @param signal that ended the process itself, if one did
  record Done(
      StepEnd end,
      String refusal,
      List<String> lines,
      Map<String, String> outputs,
      @Nullable Integer signal,
      How how) {

    enum How {
      /// Its process ran, or could not be started.
      RAN,
      /// It was stopped while it waited to be tried again.
      CUT_OFF,
      /// Its tool could not be had.
      NO_TOOL
    }

    Done(
        StepEnd end,
        String refusal,
        List<String> lines,
        Map<String, String> outputs,
        @Nullable Integer signal) {
      this(end, refusal, lines, outputs, signal, How.RAN);
    }

    static Done withoutTool(String why) {
      return new Done(notStarted(why).end(), "", List.of(), Map.of(), null, How.NO_TOOL);
    }

    static Done notStarted(String why) {
      var end = new StepEnd(CANNOT_START, Ender.NOBODY, why);
      return new Done(end, "", List.of(), Map.of(), null);
    }

    static Done refused(String why) {
      return new Done(notStarted(why).end(), why, List.of(), Map.of(), null);
    }

    Done cutOff() {
      var last = new StepEnd(end.exitCode(), end.ender(), "stopped before it was tried again");
      return new Done(last, refusal, lines, outputs, signal, How.CUT_OFF);
    }

    /// How it ended, as others may see it. A refusal is in the agent's own words.
    StepEnd masked(Masks masks) {
      String why = refusal.isEmpty() ? masks.mask(end.message()) : refusal;
      return new StepEnd(end.exitCode(), end.ender(), why);
    }
  }

  private final Workspace.Place place;
  private final JobFacts facts;
  private final LogShipper log;
  private final StepRunner runner;
  private final Tasks tasks;
  private final OutputBudget budget = new OutputBudget();

  StepExecution(Workspace.Place place, JobFacts facts, LogShipper log, StepRunner runner) {
    this.place = place;
    this.facts = facts;
    this.log = log;
    this.runner = runner;
    this.tasks = new Tasks(place, facts);
  }

  /// One try at a step.
  Done run(int index, int tries, FromServer.Step step, Evaluation around, Bounds bounds)
      throws InterruptedException {
    String name = tries == 1 ? Integer.toString(index) : index + "-" + tries;
    return execute(
        index, name, files -> tasks.of(step, around.within(step.env()), files), this::take, bounds);
  }

  /// A hook. It observes: what it writes is not taken over, but for its summary.
  ///
  /// @param told what it sees beside what any step does
  Done observe(int index, String script, Evaluation around, Map<String, String> told, Bounds bounds)
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
    Task task(Map<String, String> files) throws EvaluationError, CannotStart;
  }

  /// What becomes of what was written.
  private interface Takeover {
    void take(RuntimeFiles.Written written, Outputs outputs, StepLog output)
        throws InterruptedException;
  }

  private Done execute(
      int index, String name, Preparation preparation, Takeover takeover, Bounds bounds)
      throws InterruptedException {
    var tail = new Tail();
    var commands = new StepCommands(facts.masks(), facts.contexts().isDebugging());
    var output = new StepLog(index, log, tail, facts.masks(), commands);
    try {
      RuntimeFiles files = place.runtimeFiles(name);
      Task task = preparation.task(files.environment());
      StepProcess.Ended ended = runner.run(name, task, output, bounds);
      var outputs = new Outputs();
      outputs.putAll(commands.outputs());
      takeover.take(files.read(), outputs, output);
      Map<String, String> kept = within(budget, outputs.all(), output);
      return new Done(ended.end(), commands.refusal(), tail.lines(), kept, ended.signal());
    } catch (TooMuchToMask e) {
      return Done.refused(String.valueOf(e.getMessage()));
    } catch (EvaluationError | CannotStart | IOException e) {
      return Done.notStarted(String.valueOf(e.getMessage()));
    }
  }

  /// How it ended, as others may see it.
  StepEnd shown(Done done) {
    return done.masked(facts.masks());
  }

  /// Takes over what a step has written for those that follow.
  private void take(RuntimeFiles.Written written, Outputs outputs, StepLog output)
      throws InterruptedException {
    outputs.putAll(written.outputs());
    facts.variables().set(written);
    for (String warning : written.warnings()) {
      output.print(Notices.warning(warning));
    }
    summarise(written);
  }

  /// As if it were the log of one more step, each line of it ended.
  private void summarise(RuntimeFiles.Written written) throws InterruptedException {
    if (!written.summary().isBlank()) {
      String text = facts.masks().mask(written.summary());
      byte[] bytes = (text.endsWith("\n") ? text : text + "\n").getBytes(StandardCharsets.UTF_8);
      log.ship(LogFrame.SUMMARY, bytes, bytes.length);
    }
  }

  private static Map<String, String> within(
      OutputBudget budget, Map<String, String> outputs, StepLog output)
      throws InterruptedException {
    Map<String, String> kept = new LinkedHashMap<>();
    for (var entry : outputs.entrySet()) {
      if (budget.takes(entry.getKey(), entry.getValue())) {
        kept.put(entry.getKey(), entry.getValue());
      } else {
        output.print(
            Notices.warning(
                "the output '%s' is dropped: those of a job may be 512 KiB together"
                    .formatted(entry.getKey())));
      }
    }
    return kept;
  }
}
