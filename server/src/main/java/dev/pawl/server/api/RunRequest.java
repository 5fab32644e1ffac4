package dev.pawl.server.api;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.run.Origin;
import dev.pawl.expression.value.Value;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.repositories.RepositorySnapshot;
import dev.pawl.server.repositories.RepositoryUnavailable;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;
import dev.pawl.workflow.trigger.ChangedPaths;
import dev.pawl.workflow.trigger.CommitInfo;
import dev.pawl.workflow.trigger.EventPayload;
import dev.pawl.workflow.trigger.GitRef;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.InputValues;
import dev.pawl.workflow.trigger.LocalEventPayload;
import dev.pawl.workflow.trigger.TriggerEvent;
import dev.pawl.workflow.trigger.TriggerMatcher;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Body of a request to create a run: the text of a workflow, and the commit that it is for.
///
/// @param file name of the workflow file
/// @param workflow its text
/// @param repository `https://forge.example/owner/name`; null for none
/// @param ref as `refs/heads/main`; null for none
/// @param sha the commit; null for none
/// @param inputs of `workflow_dispatch`; null for none
record RunRequest(
    String file,
    String workflow,
    @Nullable String repository,
    @Nullable String ref,
    @Nullable String sha,
    @Nullable Map<String, String> inputs) {

  /// The same, validated. JSON may leave out anything.
  ///
  /// @throws HttpProblem if a field is missing or invalid
  @SuppressWarnings("NullAway") // what was read may lack what is declared
  RunRequest checked() {
    if (file == null || file.isBlank() || workflow == null) {
      throw HttpProblem.badRequest(
          "`file`, a name, and `workflow`, the text of that file, are required");
    }
    RunRequestValidator.withoutNul("workflow", workflow);
    RunRequestValidator.file(file);
    RunRequestValidator.repository(repository);
    RunRequestValidator.ref(ref);
    RunRequestValidator.sha(sha);
    RunRequestValidator.inputs(inputs);
    return this;
  }

  /// The code that the run is for. It is reported to no forge.
  Origin.Source source() {
    String commit = sha == null || sha.equals(PlanContexts.NO_COMMIT) ? "" : sha;
    return Origin.Source.of(repository == null ? "" : repository, ref == null ? "" : ref, commit);
  }

  /// The plan of the run.
  ///
  /// @param event the event that it is started by
  /// @param request the request, with the commit that its ref was found to be at, if that was
  ///   needed
  /// @param warnings about the workflow, each with its place
  record Planned(Plan plan, String event, RunRequest request, List<String> warnings) {
    Planned {
      warnings = List.copyOf(warnings);
    }
  }

  /// Plans the run. Called workflows and actions are read from its repository, at its commit, if
  /// the workflow uses any.
  ///
  /// @throws HttpProblem if the workflow is invalid, or if the repository cannot be read
  Planned plan(RunId run, String actor, Mirrors mirrors, OperatorLimits limits) {
    byte[] text = workflow.getBytes(StandardCharsets.UTF_8);
    if (repository == null) {
      return plan(run, actor, limits, WorkflowFile.read(file, text, RunRequest::withoutRepository));
    }
    try (RepositorySnapshot files = mirrors.snapshot(repository, revision())) {
      WorkflowReadResult reading = WorkflowFile.read(file, text, files);
      @Nullable String commit = files.commit().isPresent() ? files.commit().get() : sha;
      return new RunRequest(file, workflow, repository, ref, commit, inputs)
          .plan(run, actor, limits, reading);
    } catch (RepositoryUnavailable e) {
      String why =
          "cannot read the files of repository %s that the workflow uses: %s"
              .formatted(repository, e.why());
      throw e.isTransient()
          ? new HttpProblem(Status.SERVICE_UNAVAILABLE_503, "unavailable", why)
          : unprocessable(why);
    }
  }

  /// Rejects a reference to a file of the repository, where there is none.
  private static Optional<byte[]> withoutRepository(String reference) {
    if (ActionReference.isPath(reference)) {
      throw unprocessable(
          "the workflow uses '%s' of its repository, but the request has no `repository`. Add it, with `ref` or `sha`"
              .formatted(reference));
    }
    return Optional.empty();
  }

  /// The commit, or else the ref; empty for the default branch.
  private String revision() {
    if (sha != null && !sha.equals(PlanContexts.NO_COMMIT)) {
      return sha.toLowerCase(Locale.ROOT);
    }
    return ref == null ? "" : ref;
  }

  private Planned plan(RunId run, String actor, OperatorLimits limits, WorkflowReadResult reading) {
    WorkflowReadResult.Accepted accepted =
        switch (reading) {
          case WorkflowReadResult.Accepted read -> read;
          case WorkflowReadResult.Rejected(var diagnostics) ->
              throw unprocessable(diagnostics.render());
        };
    Workflow read = accepted.accepted();
    String name = TriggerMatcher.defaultEvent(read.on(), TriggerMatcher.BY_HAND);
    CommitInfo subject = subject(actor);
    EventPayload payload =
        new LocalEventPayload(name, "", subject, subject.defaultBranch()).payload();
    TriggerEvent event = payload.event(name, new ChangedPaths.Unknown("by hand"));
    ExpressionScope seen =
        ExpressionScope.of(contexts(read, event, payload, subject, InputValues.NONE, run));
    InputValues given = inputs(read, name, seen);
    PlanContexts contexts = contexts(read, event, payload, subject, given, run);
    return switch (Planner.plan(read, new PlanRequest(contexts, "started by hand", limits))) {
      case PlanResult.Planned(Plan plan, _) ->
          new Planned(plan, name, this, warnings(plan, accepted.diagnostics()));
      case PlanResult.Rejected(var errors, var omitted) ->
          throw unprocessable(
              new Diagnostics(accepted.diagnostics().source(), Map.of(), errors, omitted).render());
    };
  }

  /// The warnings about the workflow, and what was capped by the operator's limits.
  private static List<String> warnings(Plan plan, Diagnostics diagnostics) {
    return Stream.concat(
            diagnostics.warnings().stream().map(one -> diagnostics.render(one).strip()),
            plan.warnings().stream())
        .toList();
  }

  private CommitInfo subject(String actor) {
    Optional<RepositoryUrl> address = Optional.ofNullable(repository).map(RepositoryUrl::new);
    return new CommitInfo(
        address.map(RepositoryUrl::name).orElse("local/" + file),
        sha == null ? PlanContexts.NO_COMMIT : sha.toLowerCase(Locale.ROOT),
        GitRef.of(ref == null ? "" : ref),
        "",
        "",
        actor,
        address.map(RepositoryUrl::server).orElse(""),
        address.map(RepositoryUrl::url).orElse(""));
  }

  private InputValues inputs(Workflow read, String event, ExpressionScope seen) {
    Map<String, Value> values = new LinkedHashMap<>();
    if (inputs != null) {
      inputs.forEach((name, text) -> values.put(name, new Value.Text(text)));
    }
    boolean hasAny = event.equals(TriggerEvent.WORKFLOW_DISPATCH);
    InputValues given =
        InputValues.of(hasAny ? read.on().dispatch().orElse(List.of()) : List.of(), values, seen);
    if (!given.problems().isEmpty()) {
      throw unprocessable(String.join("; ", given.problems()));
    }
    return given;
  }

  private PlanContexts contexts(
      Workflow read,
      TriggerEvent event,
      EventPayload payload,
      CommitInfo subject,
      InputValues given,
      RunId run) {
    String name = read.name().isBlank() ? file : read.name();
    Value.Dict github = GithubContext.of(event, payload.with(given), subject, name, file);
    Value.Dict none = new Value.Dict(new LinkedHashMap<>());
    return new PlanContexts(GithubContext.ofRun(github, run.value()), given.values(), none);
  }

  private static HttpProblem unprocessable(String why) {
    return HttpProblem.unprocessable("invalid_workflow", why);
  }
}
