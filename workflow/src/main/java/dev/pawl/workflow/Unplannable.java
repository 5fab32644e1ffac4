package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.JobRules;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What a file says that is read and checked, and that the [Planner] cannot plan yet.
public final class Unplannable {

  private static final List<String> KNOWN_SHELLS = List.of("bash", "sh", "python");

  private final List<String> told = new ArrayList<>();

  /// A sentence each, with its place; empty where the workflow can be planned.
  public static List<String> in(Workflow workflow) {
    Unplannable found = new Unplannable();
    found.workflow(workflow);
    return found.told;
  }

  private void workflow(Workflow workflow) {
    Position top = Position.startOf(workflow.file());
    tell(workflow.concurrency().isPresent(), top, "`concurrency`");
    tell(!workflow.rules().equals(RunRules.NONE), top, "what the workflow asks for as a whole");
    texts(workflow.env().values());
    settings(workflow.defaults());
    workflow.jobs().forEach(this::job);
  }

  private void job(Job job) {
    tell(job.condition().isPresent(), job.position(), "`if`");
    tell(job.strategy().isPresent(), job.position(), "`strategy`");
    tell(job.concurrency().isPresent(), job.position(), "`concurrency`");
    job.name().ifPresent(this::text);
    switch (job.work()) {
      case Work.Calls _ -> tell(true, job.position(), "`uses`");
      case Work.Steps steps -> steps(job, steps);
    }
  }

  private void steps(Job job, Work.Steps work) {
    tell(work.environment().isPresent(), job.position(), "`environment`");
    tell(!work.outputs().isEmpty(), job.position(), "`outputs`");
    tell(work.continueOnError().isPresent(), job.position(), "`continue-on-error`");
    tell(work.runsOn().group().isPresent(), job.position(), "`runs-on.group`");
    tell(work.cancelTimeoutMinutes().isPresent(), job.position(), "`cancel-timeout-minutes`");
    JobRules rules = work.rules();
    JobRules plain =
        new JobRules(
            Optional.empty(), List.of(), Optional.empty(), JobRules.NONE.delay(), 0, rules.grace());
    tell(!rules.equals(plain), job.position(), "what the job asks for");
    work.containers()
        .obstacles()
        .forEach(obstacle -> told.add(obstacle.position() + ": " + obstacle.reason()));
    texts(work.env().values());
    texts(work.runsOn().labels());
    work.timeoutMinutes().ifPresent(this::text);
    settings(work.defaults());
    work.steps().forEach(this::step);
  }

  private void step(Step step) {
    tell(step.condition().isPresent(), step.position(), "`if`");
    tell(step.continueOnError().isPresent(), step.position(), "`continue-on-error`");
    tell(step.timeoutMinutes().isPresent(), step.position(), "`timeout-minutes`");
    tell(!step.rules().equals(StepRules.NONE), step.position(), "what the step asks for");
    step.name().ifPresent(this::text);
    texts(step.env().values());
    switch (step.task()) {
      case Task.Uses _ -> tell(true, step.position(), "`uses`");
      case Task.Run(Text script, RunSettings settings) -> {
        text(script);
        settings(settings);
      }
    }
  }

  private void settings(RunSettings settings) {
    settings
        .shell()
        .ifPresent(
            shell -> tell(!KNOWN_SHELLS.contains(shell.source()), shell.position(), "this shell"));
    settings.workingDirectory().ifPresent(this::text);
  }

  private void texts(Collection<Text> texts) {
    texts.forEach(this::text);
  }

  private void text(Text text) {
    tell(!text.isLiteral(), text.position(), "an expression");
  }

  private void tell(boolean applies, Position position, String what) {
    if (applies) {
      told.add(position + ": " + what + " cannot be planned by this version yet");
    }
  }
}
