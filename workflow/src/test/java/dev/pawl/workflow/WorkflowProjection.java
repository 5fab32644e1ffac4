package dev.pawl.workflow;

import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.template.TemplateSegment;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.Permissions;
import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.container.ContainerDefinition;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.step.StepDefinition;
import dev.pawl.workflow.model.step.StepTask;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.model.trigger.EventTrigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A workflow in the same form as [PublishedMeaning]: maps, lists and texts.
final class WorkflowProjection {

  /// The scopes of `read-all` and `write-all` when the files were published.
  private static final List<String> SCOPES =
      List.of(
          "actions",
          "checks",
          "contents",
          "deployments",
          "discussions",
          "id-token",
          "issues",
          "packages",
          "pages",
          "pull-requests",
          "repository-projects",
          "security-events",
          "statuses");

  private final boolean hasPlaces;

  private WorkflowProjection(boolean hasPlaces) {
    this.hasPlaces = hasPlaces;
  }

  static Object of(Workflow workflow, PublishedFile file) {
    WorkflowProjection projection = new WorkflowProjection(file.hasPlaces());
    Map<String, Object> all = projection.workflow(workflow);
    if (file.result().fields().containsKey("events")) {
      all.put("events", events(workflow));
    }
    return all;
  }

  private static Object events(Workflow workflow) {
    Map<String, Object> events = new TreeMap<>();
    for (EventTrigger trigger : workflow.on().triggers()) {
      Map<String, Object> filters = new TreeMap<>();
      trigger.filters().forEach((filter, values) -> filters.put(filter.key(), values));
      events.put(trigger.event(), filters);
    }
    workflow.on().dispatch().ifPresent(_ -> events.put("workflow_dispatch", Map.of()));
    return events;
  }

  private Map<String, Object> workflow(Workflow workflow) {
    Map<String, Object> all = new TreeMap<>();
    put(all, "env", texts(workflow.env()));
    put(all, "defaults", defaults(workflow.defaults()));
    workflow.concurrency().ifPresent(found -> all.put("concurrency", concurrency(found)));
    workflow.permissions().ifPresent(found -> all.put("permissions", permissions(found)));
    all.put("jobs", jobs(workflow, Optional.empty()));
    return all;
  }

  private Object jobs(Workflow workflow, Optional<Permissions> ofCaller) {
    return workflow.jobs().stream()
        .map(job -> job(job, job.permissions().or(workflow::permissions).or(() -> ofCaller)))
        .toList();
  }

  private Object job(JobDefinition job, Optional<Permissions> permissions) {
    Map<String, Object> all = new TreeMap<>();
    all.put("id", at(job.id(), job.position()));
    all.put("name", job.name().map(this::text).orElse(at(job.id(), job.position())));
    put(all, "needs", job.needs().stream().map(need -> at(need.job(), need.position())).toList());
    all.put("if", condition(job.condition(), ContextAvailability.JOB_IF));
    limits(job, permissions).ifPresent(found -> all.put("permissions", permissions(found)));
    job.concurrency().ifPresent(found -> all.put("concurrency", concurrency(found)));
    job.strategy().ifPresent(found -> all.put("strategy", strategy(found)));
    switch (job.work()) {
      case JobWork.Steps steps -> steps(all, steps);
      case JobWork.WorkflowCall calls -> {
        all.put("type", "reusableWorkflowJob");
        all.put("ref", at(calls.workflow(), calls.position()));
        calls.target().ifPresent(called -> all.put("jobs", jobs(called, permissions)));
      }
    }
    return all;
  }

  /// The permissions of a call, with the called workflow's own.
  private static Optional<Permissions> limits(
      JobDefinition job, Optional<Permissions> permissions) {
    return job.work() instanceof JobWork.WorkflowCall calls
        ? calls.target().flatMap(Workflow::permissions).or(() -> permissions)
        : permissions;
  }

  private void steps(Map<String, Object> all, JobWork.Steps work) {
    all.put("type", "job");
    all.put("runs-on", work.runsOn().labels().stream().map(this::text).toList());
    put(all, "env", texts(work.env()));
    put(all, "defaults", defaults(work.defaults()));
    put(all, "outputs", texts(work.outputs()));
    put(all, "timeout-minutes", work.timeoutMinutes());
    put(all, "cancel-timeout-minutes", work.cancelTimeoutMinutes());
    put(all, "continue-on-error", work.continueOnError());
    work.environment()
        .ifPresent(environment -> {
          Map<String, Object> fields = new TreeMap<>();
          fields.put("name", text(environment.name()));
          put(fields, "url", environment.url());
          put(fields, "deployment", environment.deployment());
          all.put("environment", fields);
        });
    work.containers()
        .container()
        .ifPresent(container -> all.put("container", container(container)));
    Map<String, Object> services = new TreeMap<>();
    work.containers().services().forEach((name, service) -> services.put(name, container(service)));
    put(all, "services", services);
    work.containers()
        .snapshot()
        .ifPresent(snapshot -> {
          Map<String, Object> fields = new TreeMap<>();
          fields.put("image-name", text(snapshot.imageName()));
          put(fields, "version", snapshot.version());
          snapshot
              .condition()
              .ifPresent(condition -> fields.put("if", "${{ " + condition.source() + " }}"));
          all.put("snapshot", fields);
        });
    all.put("steps", work.steps().stream().map(this::step).toList());
  }

  private Object step(StepDefinition step) {
    Map<String, Object> all = new TreeMap<>();
    if (!step.id().isEmpty()) {
      all.put("id", step.id());
    }
    put(all, "name", step.name());
    all.put("if", condition(step.condition(), ContextAvailability.STEP_IF));
    put(all, "env", texts(step.env()));
    put(all, "continue-on-error", step.continueOnError());
    put(all, "timeout-minutes", step.timeoutMinutes());
    switch (step.task()) {
      case StepTask.Script run -> all.put("run", text(run.script()));
      case StepTask.ActionUse uses -> {
        all.put("uses", at(uses.action().text(), uses.action().position()));
        put(all, "with", texts(uses.with()));
      }
    }
    return all;
  }

  private Object container(ContainerDefinition container) {
    Map<String, Object> all = new TreeMap<>();
    put(all, "image", container.image());
    put(all, "env", texts(container.env()));
    put(all, "ports", container.ports().stream().map(this::text).toList());
    put(all, "volumes", container.volumes().stream().map(this::text).toList());
    put(all, "options", container.options());
    container
        .credentials()
        .ifPresent(credentials -> {
          Map<String, Object> fields = new TreeMap<>();
          put(fields, "username", credentials.username());
          put(fields, "password", credentials.password());
          all.put("credentials", fields);
        });
    return all;
  }

  private Object defaults(RunSettings settings) {
    Map<String, Object> run = new TreeMap<>();
    put(run, "shell", settings.shell());
    put(run, "working-directory", settings.workingDirectory());
    return run.isEmpty() ? run : new TreeMap<>(Map.of("run", run));
  }

  private Object concurrency(ConcurrencyDefinition concurrency) {
    Map<String, Object> all = new TreeMap<>();
    all.put("group", text(concurrency.key()));
    put(all, "cancel-in-progress", concurrency.cancelInProgress());
    return all;
  }

  private Object strategy(StrategyDefinition strategy) {
    Map<String, Object> all = new TreeMap<>();
    strategy.matrix().ifPresent(matrix -> all.put("matrix", data(matrix)));
    put(all, "fail-fast", strategy.failFast());
    put(all, "max-parallel", strategy.maxParallel());
    return all;
  }

  private Object data(TemplateValue data) {
    return switch (data) {
      case TemplateValue.Literal(Value value) -> value.text();
      case TemplateValue.Computed(TemplateText text) -> text(text);
      case TemplateValue.ListValue(List<TemplateValue> items) ->
          items.stream().map(this::data).toList();
      case TemplateValue.MapValue(var entries) -> {
        Map<String, Object> all = new TreeMap<>();
        entries.forEach((name, entry) -> all.put(name, data(entry)));
        yield all;
      }
    };
  }

  private static Object permissions(Permissions permissions) {
    Map<String, Object> levels = new TreeMap<>();
    for (String scope : SCOPES) {
      if (permissions.of(scope) != Permissions.Level.NONE) {
        levels.put(scope, permissions.of(scope).name().toLowerCase(Locale.ROOT));
      }
    }
    return levels;
  }

  private static String condition(Optional<TemplateText> condition, ContextAvailability scope) {
    String source = condition.map(TemplateText::source).orElse("success()");
    try {
      boolean asks = Expression.parse(source, scope.names()).callsStatusFunction();
      return "${{ " + (asks ? source : "success() && (" + source + ")") + " }}";
    } catch (ExpressionError e) {
      throw new AssertionError(source, e);
    }
  }

  private Map<String, Object> texts(Map<String, TemplateText> texts) {
    Map<String, Object> all = new TreeMap<>();
    texts.forEach((name, text) -> all.put(name, text(text)));
    return all;
  }

  private String text(TemplateText text) {
    return at(written(text.source()), text.position());
  }

  /// A text with expressions, as the published reader writes it: a call of `format`.
  private static String written(String source) {
    Template template = (Template) Template.split(source);
    if (template.expressions().isEmpty()) {
      return source;
    }
    if (template.segments().size() == 1) {
      return "${{ " + trimmed(template.expressions().getFirst().body()) + " }}";
    }
    StringBuilder pattern = new StringBuilder();
    List<String> arguments = new ArrayList<>();
    for (TemplateSegment segment : template.segments()) {
      switch (segment) {
        case TemplateSegment.Literal(_, String literal) ->
            pattern.append(literal.replace("'", "''"));
        case TemplateSegment.Embedded embedded -> {
          pattern.append('{').append(arguments.size()).append('}');
          arguments.add(trimmed(embedded.body()));
        }
      }
    }
    return "${{ format('" + pattern + "', " + String.join(", ", arguments) + ") }}";
  }

  /// Spaces of every kind.
  private static String trimmed(String text) {
    return text.replaceAll("^[\\s\\h]+|[\\s\\h]+$", "");
  }

  private String at(String text, Position position) {
    return hasPlaces ? text + "@" + position.line() + ":" + position.column() : text;
  }

  private void put(Map<String, Object> all, String name, Optional<TemplateText> text) {
    text.ifPresent(found -> all.put(name, text(found)));
  }

  private static void put(Map<String, Object> all, String name, Object value) {
    if (!value.equals(Map.of()) && !value.equals(List.of())) {
      all.put(name, value);
    }
  }
}
