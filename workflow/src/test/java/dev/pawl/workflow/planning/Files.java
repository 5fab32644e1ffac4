package dev.pawl.workflow.planning;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.expression.Value;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.Reading;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.diagnostics.Diagnostic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Files of a repository that is planned for, and what it is planned for.
final class Files {

  private final Map<String, String> files = new TreeMap<>();
  private String github =
      "{\"ref\":\"refs/heads/main\",\"event_name\":\"push\",\"event\":{\"n\":1}}";
  private String inputs = "{}";
  private String vars = "{\"REGION\":\"eu\",\"LIST\":\"[1,2]\"}";
  private String reason = "";

  static Files with(String path, String text) {
    return new Files().and(path, text);
  }

  Files and(String path, String text) {
    files.put(path, text);
    return this;
  }

  Files github(String json) {
    github = json;
    return this;
  }

  Files inputs(String json) {
    inputs = json;
    return this;
  }

  Files because(String why) {
    reason = why;
    return this;
  }

  private Reading read(String yaml) {
    return WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8), this::find);
  }

  Planning planning(String yaml) {
    Reading reading = read(yaml);
    var workflow =
        reading.workflow().orElseThrow(() -> new AssertionError(reading.diagnostics().render()));
    var contexts = new Contexts(dict(github), dict(inputs), dict(vars));
    return Planner.plan(workflow, new Circumstances(contexts, reason));
  }

  Plan plan(String yaml) {
    return planned(yaml).plan();
  }

  private Planning.Planned planned(String yaml) {
    return switch (planning(yaml)) {
      case Planning.Planned planned -> planned;
      case Planning.Refused(List<Diagnostic> errors, _) ->
          throw new AssertionError(errors.toString());
    };
  }

  /// The jobs that are known to be skipped, as `job: why`, in the order of the plan.
  List<String> skipped(String yaml) {
    Planning.Planned planned = planned(yaml);
    return planned.skipped().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(skip -> planned.plan().job(skip.getKey()).id() + ": " + skip.getValue())
        .toList();
  }

  List<String> warnings(String yaml) {
    return read(yaml).diagnostics().warnings().stream().map(Object::toString).toList();
  }

  /// What keeps the file from being read at all.
  List<String> wrongs(String yaml) {
    return read(yaml).diagnostics().errors().stream().map(Object::toString).toList();
  }

  List<String> errors(String yaml) {
    assertThat(planning(yaml)).isInstanceOf(Planning.Refused.class);
    return ((Planning.Refused) planning(yaml)).errors().stream().map(Object::toString).toList();
  }

  static List<String> ids(Plan plan) {
    return plan.jobs().stream().map(PlannedJob::id).toList();
  }

  static List<String> names(Plan plan) {
    return plan.jobs().stream().map(PlannedJob::name).toList();
  }

  static PlannedJob job(Plan plan, String id) {
    return plan.jobs().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }

  /// The ids of what a job waits for.
  static List<String> needs(Plan plan, String id) {
    return job(plan, id).needs().stream().map(need -> plan.job(need).id()).toList();
  }

  private Optional<byte[]> find(String path) {
    return Optional.ofNullable(files.get(path)).map(text -> text.getBytes(UTF_8));
  }

  private static Value.Dict dict(String json) {
    return (Value.Dict) Value.parseJson(json);
  }
}
