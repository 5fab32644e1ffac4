package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.APPROVE;
import static dev.pawl.server.auth.Permission.CANCEL;
import static dev.pawl.server.auth.Permission.MAINTAIN;
import static dev.pawl.server.auth.Permission.SUBMIT;
import static dev.pawl.server.auth.Permission.VIEW;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveRun;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.RejectRun;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.server.api.document.Requests.AcceptedDocument;
import dev.pawl.server.api.document.Requests.CancelRequest;
import dev.pawl.server.api.document.Requests.CreatedRunDocument;
import dev.pawl.server.api.document.Requests.RerunRequest;
import dev.pawl.server.api.document.Requests.ReviewRequest;
import dev.pawl.server.api.document.Requests.TransitionDocument;
import dev.pawl.server.api.document.RunDocument;
import dev.pawl.server.api.document.RunItem;
import dev.pawl.server.api.document.WhyDocument;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.store.sql.RunListQuery;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.util.List;
import java.util.Optional;

/// Routes of runs: list, create, show, cancel, run again, approve, explain.
final class RunRoutes {

  private static final String RUNS = "/api/v1/orgs/{org}/runs";
  static final String RUN = RUNS + "/{run}";

  /// Most runs of a number that are looked at for a later one.
  private static final int MOST_ATTEMPTS = 1_000;

  private final ApiServices services;
  private final RunReader reader;
  private final RunDocuments documents;

  RunRoutes(ApiServices services, RunReader reader, RunDocuments documents) {
    this.services = services;
    this.reader = reader;
    this.documents = documents;
  }

  List<Route> routes() {
    return List.of(
        Route.list(RUNS, VIEW, "List the runs, newest first.", RunItem.class, this::list)
            .query("state", "only runs in this state")
            .query("phase", "only runs in this phase")
            .query("repository", "only runs of this repository")
            .query("number", "only runs of this number")
            .query("workflow", "only runs of this workflow")
            .query("branch", "only runs of this branch")
            .query("event", "only runs of this event")
            .query("actor", "only runs that this actor started, as `person:alice`")
            .query("q", "prefix of a number, commit, branch or workflow"),
        Route.post(
                RUNS,
                SUBMIT,
                "Start a run from the text of a workflow.",
                RunRequest.class,
                CreatedRunDocument.class,
                this::create)
            .answers(201),
        Route.get(RUN, VIEW, "Show a run with its jobs.", RunDocument.class, this::show)
            .query("at", "as it was at that sequence number of its journal"),
        Route.post(
            RUN + "/cancel",
            CANCEL,
            "Cancel a run.",
            CancelRequest.class,
            AcceptedDocument.class,
            this::cancel),
        Route.post(
                RUN + "/rerun",
                MAINTAIN,
                "Run an ended run again.",
                RerunRequest.class,
                CreatedRunDocument.class,
                this::rerun)
            .answers(201),
        Route.post(
            RUN + "/approve",
            APPROVE,
            "Approve a held run.",
            ReviewRequest.class,
            AcceptedDocument.class,
            request -> review(request, new ApproveRun(request.principal().reviewer()))),
        Route.post(
            RUN + "/reject",
            APPROVE,
            "Reject a held run.",
            ReviewRequest.class,
            AcceptedDocument.class,
            request ->
                review(request, new RejectRun(request.principal().reviewer(), message(request)))),
        Route.get(
            RUN + "/why",
            VIEW,
            "Explain the state of a run, and what happens next.",
            WhyDocument.class,
            this::why),
        Route.list(
            RUN + "/journal",
            VIEW,
            "List the transitions of a run, oldest first.",
            TransitionDocument.class,
            this::journal));
  }

  private Answer list(ApiRequest request) {
    var filter =
        new RunListQuery.Filter(
            request.query("state").map(RunRoutes::state).orElse(null),
            request.query("phase").map(RunRoutes::phase).orElse(null),
            request.query("repository").orElse(null),
            request.number("number", 1, Long.MAX_VALUE).orElse(null),
            request.query("workflow").orElse(null),
            request.query("branch").orElse(null),
            request.query("event").orElse(null),
            request.query("actor").orElse(null),
            request.query("q").orElse(null));
    RunListQuery.Page page =
        reader.queries(request.org()).list().page(filter, request.cursor(), request.limit());
    return Answer.page(page.runs().stream().map(RunItem::of).toList(), page.next());
  }

  private static RunState state(String name) {
    for (RunState state : RunState.values()) {
      if (Machine.wireName(state).equals(name)) {
        return state;
      }
    }
    throw HttpProblem.badRequest("there is no state '%s' of runs".formatted(name));
  }

  private static Phase phase(String name) {
    for (Phase phase : Phase.values()) {
      if (Machine.wireName(phase).equals(name)) {
        return phase;
      }
    }
    throw HttpProblem.badRequest(
        "there is no phase '%s': it is pending, running, waiting, success, failed or cancelled"
            .formatted(name));
  }

  private Answer create(ApiRequest request) {
    services
        .orchestrator()
        .dispatchPause()
        .ifPresent(why -> {
          throw HttpProblem.noRoom("no run can be created now: " + why);
        });
    RunRequest asked = request.body(RunRequest.class).checked();
    RunId id = services.ids().run();
    Actor actor = request.actor();
    RunRequest.Planned planned =
        asked.plan(id, actor.name(), services.mirrors(), services.orchestrator().limits());
    Origin.Source source = planned.request().source();
    var repository = new RepositoryKey(request.org(), source.repository());
    var origin =
        new Origin(
            request.org(),
            services.store().nextRunNumber(repository),
            planned.plan().workflow(),
            asked.file(),
            planned.event(),
            actor,
            services.owner(),
            services.store().now(),
            source,
            Origin.Lineage.FIRST);
    Answer answer =
        Answer.created(new CreatedRunDocument(id.value(), origin.number(), 1, planned.warnings()));
    Decisions.accepted(
        services
            .orchestrator()
            .create(
                Run.created(id, origin),
                new StartPlanning(),
                new FinishPlanning(planned.plan()),
                request.storedAnswer(answer)));
    return answer;
  }

  private RunRow run(ApiRequest request) {
    return reader.run(request.org(), request.path("run"));
  }

  private Answer show(ApiRequest request) {
    RunRow run = run(request);
    Optional<Long> at = request.number("at", 0, Long.MAX_VALUE);
    return Answer.ok(
        at.isPresent()
            ? documents.at(request.org(), run, at.get())
            : documents.of(request.org(), run));
  }

  private Answer cancel(ApiRequest request) {
    RunRow run = run(request);
    requireMayCancel(request.principal(), run);
    boolean isForced = request.bodyOrEmpty(CancelRequest.class).force();
    return decide(
        request, run, new CancelRun(request.actor(), isForced, cancelReason(request, isForced)));
  }

  /// @throws HttpProblem if the caller may not cancel it
  static void requireMayCancel(Principal caller, RunRow run) {
    if (!caller.mayCancel(run.startedBy())) {
      throw HttpProblem.forbidden(
          "run #%d was started by %s: to cancel the runs of others needs the role maintainer"
              .formatted(run.number(), run.startedBy()));
    }
  }

  static String cancelReason(ApiRequest request, boolean isForced) {
    return "%s by %s".formatted(isForced ? "force-cancelled" : "cancelled", request.actor().name());
  }

  static String message(ApiRequest request) {
    return Optional.ofNullable(request.bodyOrEmpty(ReviewRequest.class).message()).orElse("");
  }

  private Answer review(ApiRequest request, EngineCommand command) {
    String _ = message(request); // rejects a body that cannot be read
    return decide(request, run(request), command);
  }

  private Answer decide(ApiRequest request, RunRow run, EngineCommand command) {
    Answer answer = Answer.accepted(new AcceptedDocument(run.id().value(), null));
    Decisions.accepted(
        services.orchestrator().submit(run.id(), command, request.storedAnswer(answer)));
    return answer;
  }

  private Answer rerun(ApiRequest request) {
    RunRow row = run(request);
    RerunRequest asked = request.bodyOrEmpty(RerunRequest.class);
    if (asked.failed() && asked.job() != null) {
      throw HttpProblem.badRequest("`failed` and `job` exclude each other");
    }
    requireLatest(request.org(), row);
    List<AttemptRow> attempts = reader.queries(request.org()).attempts(row.id());
    var selection =
        new RerunCreation.Selection(
            scope(asked, row, attempts),
            Optional.ofNullable(asked.skip()).orElse(List.of()).stream()
                .map(job -> reader.job(row, attempts, job).getLast().jobId())
                .distinct()
                .toList());
    Run before =
        reader
            .state(row.id())
            .orElseThrow(() ->
                HttpProblem.conflict(
                    "wrong_state",
                    "the journal of run #%d is corrupt. Start it anew.".formatted(row.number())));
    RunId id = services.ids().run();
    var creation = new RerunCreation(services.store(), services.engine(), services.ids());
    return switch (creation.propose(id, before, selection, request.actor())) {
      case RerunCreation.Proposal.Rejected(var refusal) -> throw Decisions.problem(refusal);
      case RerunCreation.Proposal.Ready(var created, var start, var planned) -> {
        Answer answer =
            Answer.created(
                new CreatedRunDocument(
                    id.value(),
                    created.origin().number(),
                    created.origin().lineage().attempt(),
                    List.of()));
        Decisions.accepted(
            services.orchestrator().create(created, start, planned, request.storedAnswer(answer)));
        yield answer;
      }
    };
  }

  private Reruns.Selection scope(RerunRequest asked, RunRow run, List<AttemptRow> attempts) {
    if (asked.job() != null) {
      return new Reruns.Selection.One(reader.job(run, attempts, asked.job()).getLast().job());
    }
    return asked.failed() ? new Reruns.Selection.Failed() : new Reruns.Selection.All();
  }

  /// @throws HttpProblem if the run was run again already
  private void requireLatest(String org, RunRow run) {
    var same =
        new RunListQuery.Filter(
            null, null, run.repository(), run.number(), null, null, null, null, null);
    reader.queries(org).list().page(same, "", MOST_ATTEMPTS).runs().stream()
        .filter(other -> other.runAttempt() > run.runAttempt())
        .findFirst()
        .ifPresent(later -> {
          throw HttpProblem.conflict(
              "wrong_state",
              "attempt %d is not the latest attempt of run #%d: run attempt %d again, whose id is '%s'"
                  .formatted(
                      run.runAttempt(), run.number(), later.runAttempt(), later.id().value()));
        });
  }

  private Answer why(ApiRequest request) {
    return Answer.ok(documents.why(request.org(), run(request)));
  }

  private Answer journal(ApiRequest request) {
    RunRow run = run(request);
    String cursor = request.cursor();
    if (!cursor.matches("[0-9]{0,18}")) {
      throw HttpProblem.badRequest("`cursor` must be the `next` of the page before");
    }
    long after = cursor.isEmpty() ? 0 : Long.parseLong(cursor);
    int limit = request.limit();
    List<TransitionRow> rows = reader.queries(request.org()).page(run.id(), after, limit + 1);
    boolean hasMore = rows.size() > limit;
    List<TransitionDocument> items = rows.stream().limit(limit).map(RunRoutes::transition).toList();
    return Answer.page(items, hasMore ? Long.toString(items.getLast().seq()) : null);
  }

  private static TransitionDocument transition(TransitionRow row) {
    return new TransitionDocument(
        row.seq(),
        row.at(),
        row.machine(),
        row.entity(),
        row.from(),
        row.event(),
        row.to(),
        row.reason(),
        row.message(),
        row.actor());
  }
}
