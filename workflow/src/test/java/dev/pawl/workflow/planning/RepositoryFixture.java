package dev.pawl.workflow.planning;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.diagnostics.Diagnostic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files and contexts that a workflow is planned with.
final class RepositoryFixture {

  private final Map<String, String> files = new TreeMap<>();
  private String github =
      "{\"ref\":\"refs/heads/main\",\"event_name\":\"push\",\"event\":{\"n\":1}}";
  private String inputs = "{}";
  private String vars = "{\"REGION\":\"eu\",\"LIST\":\"[1,2]\"}";
  private String reason = "";

  static RepositoryFixture with(String path, String text) {
    return new RepositoryFixture().and(path, text);
  }

  RepositoryFixture and(String path, String text) {
    files.put(path, text);
    return this;
  }

  RepositoryFixture github(String json) {
    github = json;
    return this;
  }

  RepositoryFixture inputs(String json) {
    inputs = json;
    return this;
  }

  RepositoryFixture because(String why) {
    reason = why;
    return this;
  }

  private WorkflowReadResult read(String yaml) {
    return WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8), this::find);
  }

  PlanResult planning(String yaml) {
    WorkflowReadResult reading = read(yaml);
    var workflow =
        reading.workflow().orElseThrow(() -> new AssertionError(reading.diagnostics().render()));
    var contexts = new PlanContexts(dict(github), dict(inputs), dict(vars));
    return Planner.plan(workflow, new PlanRequest(contexts, reason));
  }

  Plan plan(String yaml) {
    return planned(yaml).plan();
  }

  private PlanResult.Planned planned(String yaml) {
    return switch (planning(yaml)) {
      case PlanResult.Planned planned -> planned;
      case PlanResult.Rejected(List<Diagnostic> errors, _) ->
          throw new AssertionError(errors.toString());
    };
  }

  /// The jobs that are known to be skipped, as `job: why`, in the order of the plan.
  List<String> skipped(String yaml) {
    PlanResult.Planned planned = planned(yaml);
    return planned.skipped().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(skip -> planned.plan().job(skip.getKey()).id() + ": " + skip.getValue())
        .toList();
  }

  List<String> warnings(String yaml) {
    return read(yaml).diagnostics().warnings().stream().map(Object::toString).toList();
  }

  /// The errors of reading the file.
  List<String> wrongs(String yaml) {
    return read(yaml).diagnostics().errors().stream().map(Object::toString).toList();
  }

  List<String> errors(String yaml) {
    assertThat(planning(yaml)).isInstanceOf(PlanResult.Rejected.class);
    return ((PlanResult.Rejected) planning(yaml)).errors().stream().map(Object::toString).toList();
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

  /// The ids of the jobs that a job needs.
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
