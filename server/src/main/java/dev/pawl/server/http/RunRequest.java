package dev.pawl.server.http;

import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.Sight;
import dev.pawl.core.run.RunId;
import dev.pawl.expression.Value;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.Reading;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.Circumstances;
import dev.pawl.workflow.planning.Planning;
import dev.pawl.workflow.trigger.Changes;
import dev.pawl.workflow.trigger.Event;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.Inputs;
import dev.pawl.workflow.trigger.Payload;
import dev.pawl.workflow.trigger.Ref;
import dev.pawl.workflow.trigger.SmallPayload;
import dev.pawl.workflow.trigger.Subject;
import dev.pawl.workflow.trigger.Triggers;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody asks for by hand: a workflow, as they have it, for a commit.
///
/// @param file what it is called
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

  private static final String NO_COMMIT = "0".repeat(40);

  /// The same, if it says what it must, and nothing else. JSON may leave out anything.
  ///
  /// @throws Problem if it does not
  @SuppressWarnings("NullAway") // what was read may lack what is declared
  RunRequest checked() {
    if (file == null || file.isBlank() || workflow == null) {
      throw new Problem(
          Status.BAD_REQUEST_400, "a run needs `file`, a name, and `workflow`, a text");
    }
    RunRequestRules.withoutNul("workflow", workflow);
    RunRequestRules.file(file);
    RunRequestRules.repository(repository);
    RunRequestRules.ref(ref);
    RunRequestRules.sha(sha);
    if (inputs != null) {
      inputs.forEach((name, value) -> {
        RunRequestRules.withoutNul("inputs", name);
        RunRequestRules.withoutNul("inputs", value);
      });
    }
    return this;
  }

  /// What is to be run.
  ///
  /// @param event what it is taken to be started by
  record Planned(Plan plan, String event) {}

  /// @throws Problem if it cannot be
  Planned plan(RunId run, String actor) {
    Reading.Accepted accepted =
        switch (WorkflowFile.read(file, workflow.getBytes(StandardCharsets.UTF_8))) {
          case Reading.Accepted reading -> reading;
          case Reading.Refused(var diagnostics) -> throw unprocessable(diagnostics.render());
        };
    Workflow read = accepted.read();
    String name = Triggers.usual(read.on(), Triggers.BY_HAND);
    Subject subject = subject(actor);
    Payload payload = new SmallPayload(name, "", subject, subject.defaultBranch()).payload();
    Event event = payload.event(name, new Changes.Anything("by hand"));
    Sight seen = Sight.of(contexts(read, event, payload, subject, Inputs.NONE, run));
    Inputs given = inputs(read, name, seen);
    Contexts contexts = contexts(read, event, payload, subject, given, run);
    return switch (Planner.plan(read, new Circumstances(contexts, "started by hand"))) {
      case Planning.Planned(Plan plan, _) -> new Planned(plan, name);
      case Planning.Refused(var errors, int omitted) ->
          throw unprocessable(
              new Diagnostics(accepted.diagnostics().source(), Map.of(), errors, omitted).render());
    };
  }

  private Subject subject(String actor) {
    String address = repository == null ? "" : repository.replaceAll("(\\.git)?/*$", "");
    int name = address.lastIndexOf('/', Math.max(0, address.lastIndexOf('/') - 1));
    boolean isWhole = name > 0;
    return new Subject(
        isWhole ? address.substring(name + 1) : "local/" + file,
        sha == null ? NO_COMMIT : sha,
        Ref.of(ref == null ? "" : ref),
        "",
        "",
        actor,
        isWhole ? address.substring(0, name) : "");
  }

  private Inputs inputs(Workflow read, String event, Sight seen) {
    Map<String, Value> values = new LinkedHashMap<>();
    if (inputs != null) {
      inputs.forEach((name, text) -> values.put(name, new Value.Text(text)));
    }
    boolean hasAny = event.equals(Event.WORKFLOW_DISPATCH);
    Inputs given =
        Inputs.of(hasAny ? read.on().dispatch().orElse(List.of()) : List.of(), values, seen);
    if (!given.problems().isEmpty()) {
      throw unprocessable(String.join("; ", given.problems()));
    }
    return given;
  }

  private Contexts contexts(
      Workflow read, Event event, Payload payload, Subject subject, Inputs given, RunId run) {
    String name = read.name().isBlank() ? file : read.name();
    Value.Dict github = GithubContext.of(event, payload.with(given), subject, name, file);
    Value.Dict none = new Value.Dict(new LinkedHashMap<>());
    return new Contexts(GithubContext.ofRun(github, run.value()), given.values(), none);
  }

  private static Problem unprocessable(String why) {
    return new Problem(Status.create(422, "Unprocessable Content"), why);
  }
}
