package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.APPROVE;
import static dev.pawl.server.auth.Permission.CANCEL;
import static dev.pawl.server.auth.Permission.MAINTAIN;
import static dev.pawl.server.auth.Permission.VIEW;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.RetryJob;
import dev.pawl.core.command.EngineCommand.SkipJob;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.api.document.Requests.AcceptedDocument;
import dev.pawl.server.api.document.Requests.CancelRequest;
import dev.pawl.server.api.document.Requests.ReviewRequest;
import dev.pawl.server.api.document.WhyDocument;
import dev.pawl.server.auth.Permission;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.Route;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Routes of one job of a run: approve, reject, cancel, retry, skip, explain.
final class JobRoutes {

  static final String JOB = "/api/v1/orgs/{org}/runs/{run}/jobs/{job}";

  /// The command for the current attempt of a job.
  private interface CommandFactory {
    EngineCommand of(ApiRequest request, AttemptRef current);
  }

  private final ApiServices services;
  private final RunReader reader;
  private final RunDocuments documents;

  JobRoutes(ApiServices services, RunReader reader, RunDocuments documents) {
    this.services = services;
    this.reader = reader;
    this.documents = documents;
  }

  List<Route> routes() {
    return List.of(
        act(
            "approve",
            APPROVE,
            "Approve a held job.",
            ReviewRequest.class,
            (request, job) -> {
              String _ = RunRoutes.message(request); // rejects a body that cannot be read
              return new ApproveJob(job, request.principal().reviewer());
            }),
        act(
            "reject",
            APPROVE,
            "Reject a held job.",
            ReviewRequest.class,
            (request, job) ->
                new RejectJob(job, request.principal().reviewer(), RunRoutes.message(request))),
        act("cancel", CANCEL, "Cancel a job.", CancelRequest.class, JobRoutes::cancel),
        act(
            "retry",
            MAINTAIN,
            "Start a new attempt of a failed job.",
            null,
            (request, job) -> new RetryJob(job.job(), request.actor())),
        act(
            "skip",
            MAINTAIN,
            "Let the run continue without a failed job.",
            null,
            (request, job) -> new SkipJob(job.job(), request.actor())),
        Route.get(
            JOB + "/why",
            VIEW,
            "Explain the state of a job, and what happens next.",
            WhyDocument.class,
            this::why));
  }

  private Route act(
      String name,
      Permission permission,
      String summary,
      @Nullable Class<?> body,
      CommandFactory command) {
    return Route.post(
        JOB + "/" + name,
        permission,
        summary,
        body,
        AcceptedDocument.class,
        request -> decide(request, command));
  }

  private static EngineCommand cancel(ApiRequest request, AttemptRef job) {
    boolean isForced = request.bodyOrEmpty(CancelRequest.class).force();
    return new CancelAttempt(
        job, request.actor(), isForced, ReasonCode.USER, RunRoutes.cancelReason(request, isForced));
  }

  private Answer decide(ApiRequest request, CommandFactory commands) {
    RunRow run = reader.run(request.org(), request.path("run"));
    List<AttemptRow> attempts = reader.queries(request.org()).attempts(run.id());
    AttemptRow current = reader.job(run, attempts, request.path("job")).getLast();
    EngineCommand command = commands.of(request, new AttemptRef(current.job(), current.attempt()));
    if (command instanceof CancelAttempt) {
      RunRoutes.requireMayCancel(request.principal(), run);
    }
    Answer answer = Answer.accepted(new AcceptedDocument(run.id().value(), current.jobId()));
    Decisions.accepted(
        services.orchestrator().submit(run.id(), command, request.storedAnswer(answer)));
    return answer;
  }

  private Answer why(ApiRequest request) {
    RunRow run = reader.run(request.org(), request.path("run"));
    List<AttemptRow> attempts = reader.queries(request.org()).attempts(run.id());
    AttemptRow job = reader.job(run, attempts, request.path("job")).getLast();
    return Answer.ok(documents.why(request.org(), run, job));
  }
}
