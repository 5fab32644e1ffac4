package dev.pawl.workflow;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Turns what a file says into what a run will do: every default is resolved, every need is an
/// index, and every job has the reason why it is there.
///
/// It finds no mistakes: whoever has a [Workflow] has one without any.
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
        orElse(workflow.name(), workflow.file()),
        workflow.jobs().stream().map(planner::job).toList());
  }

  private PlannedJob job(Job job) {
    RunSettings defaults = job.defaults().within(workflow.defaults());
    return new PlannedJob(
        job.id(),
        orElse(job.name(), job.id()),
        needs(job),
        job.runsOn(),
        merged(workflow.env(), job.env()),
        job.steps().stream().map(step -> step(step, defaults)).toList(),
        job.timeout(),
        job.grace(),
        NO_CONDITION);
  }

  private List<Integer> needs(Job job) {
    return job.needs().stream().map(need -> indices.get(need.job())).distinct().toList();
  }

  private static PlannedStep step(Step step, RunSettings defaults) {
    RunSettings settings = step.settings().within(defaults);
    return new PlannedStep(
        orElse(step.name(), "Run " + firstLine(step.run())),
        step.id(),
        step.run(),
        settings.shell(),
        settings.workingDirectory(),
        step.env(),
        step.position().toString());
  }

  private static SequencedMap<String, String> merged(
      SequencedMap<String, String> outer, SequencedMap<String, String> inner) {
    SequencedMap<String, String> both = new LinkedHashMap<>(outer);
    both.putAll(inner);
    return both;
  }

  private static String firstLine(String script) {
    return script.strip().lines().findFirst().orElse("");
  }

  private static String orElse(String text, String other) {
    return text.isBlank() ? other : text;
  }
}
