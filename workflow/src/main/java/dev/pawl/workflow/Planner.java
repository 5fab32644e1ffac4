package dev.pawl.workflow;

import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Need;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Turns what a file says into what a run will do: every default is resolved, every need is an
/// index, and every job has the reason why it is there.
///
/// It finds no mistakes: whoever has a [Workflow] has one without any. What it cannot plan yet,
/// [Unplannable] tells before.
public final class Planner {

  private static final String NO_CONDITION = "no condition";

  private final Workflow workflow;
  private final Map<String, Integer> indices = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private Planner(Workflow workflow) {
    this.workflow = workflow;
    workflow.jobs().forEach(job -> indices.put(job.id(), indices.size()));
  }

  public static Plan plan(Workflow workflow) {
    Planner planner = new Planner(workflow);
    return new Plan(
        workflow.name().isBlank() ? workflow.file() : workflow.name(),
        workflow.jobs().stream().map(planner::job).toList());
  }

  private PlannedJob job(Job job) {
    return switch (job.work()) {
      case Work.Steps steps -> job(job, steps);
      case Work.Calls _ -> throw new IllegalStateException("a call was not refused");
    };
  }

  private PlannedJob job(Job job, Work.Steps work) {
    RunSettings defaults = work.defaults().within(workflow.defaults());
    return new PlannedJob(
        job.id(),
        text(job.name(), job.id()),
        needs(job),
        job.needs().stream().map(Need::job).toList(),
        work.runsOn().labels().stream().map(Text::source).toList(),
        new Body(
            List.of(texts(workflow.env()), texts(work.env())),
            work.steps().stream().map(step -> step(step, defaults)).toList(),
            List.of(),
            Ordered.empty()),
        work.timeoutMinutes().map(Planner::minutes).orElse(PlannedJob.DEFAULT_TIMEOUT),
        work.rules().grace().orElse(PlannedJob.DEFAULT_GRACE),
        NO_CONDITION,
        JobPolicy.PLAIN);
  }

  private List<Integer> needs(Job job) {
    return job.needs().stream().map(need -> indices.get(need.job())).distinct().toList();
  }

  private static PlannedStep step(Step step, RunSettings defaults) {
    Task.Run run = (Task.Run) step.task();
    RunSettings settings = run.settings().within(defaults);
    return new PlannedStep(
        step.id(),
        text(step.name(), "Run " + firstLine(run.script().source())),
        new dev.pawl.core.plan.Task.Script(
            run.script().source(),
            settings.shell().map(Text::source).orElse(""),
            settings.workingDirectory().map(Text::source).orElse("")),
        Ordered.empty(),
        texts(step.env()),
        "",
        "false",
        "",
        PlannedAction.NONE,
        step.position().toString(),
        StepPolicy.PLAIN);
  }

  private static Duration minutes(Text number) {
    return Duration.ofMillis(Math.round(Double.parseDouble(number.source()) * 60_000));
  }

  private static SequencedMap<String, String> texts(SequencedMap<String, Text> texts) {
    SequencedMap<String, String> sources = new LinkedHashMap<>();
    texts.forEach((name, value) -> sources.put(name, value.source()));
    return sources;
  }

  private static String firstLine(String script) {
    return script.strip().lines().findFirst().orElse("");
  }

  private static String text(Optional<Text> text, String other) {
    return text.map(Text::source).filter(source -> !source.isBlank()).orElse(other);
  }
}
