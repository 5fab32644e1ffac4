package dev.pawl.server.api;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.SqlStore;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/// Runs, for whoever may start and stop them: created from a workflow's text, looked at, cancelled.
///
/// @param owner the orchestrator that new runs are made by
/// @param admit whose request it is
record RunsApi(
    SqlStore store,
    Orchestrator orchestrator,
    AgentConnections door,
    IdGenerator ids,
    String owner,
    Function<ServerRequest, StoredToken> admit)
    implements HttpService {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .withCoercionConfig(LogicalType.Textual, RunsApi::takeTextsOnly)
          .build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// A number for a text is a mistake, and would be another text than was meant.
  private static void takeTextsOnly(MutableCoercionConfig coercion) {
    coercion
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  @Override
  public void routing(HttpRules rules) {
    rules.post("/", this::create).get("/{run}", this::show).post("/{run}/cancel", this::cancel);
  }

  private void create(ServerRequest request, ServerResponse response) {
    StoredToken by = admit.apply(request);
    RunRequest asked = read(request, RunRequest.class).checked();
    RunId id = ids.run();
    Actor actor = Actor.person(by.name());
    RunRequest.Planned planned = asked.plan(id, by.name());
    var origin =
        new Origin(
            store.nextRunNumber(),
            planned.plan().workflow(),
            asked.file(),
            planned.event(),
            actor,
            owner,
            store.now());
    decided(orchestrator.create(Run.created(id, origin), planned.plan()));
    response
        .status(Status.CREATED_201)
        .send(
            answer(
                response,
                JSON.createObjectNode().put("id", id.value()).put("number", origin.number())));
  }

  private void show(ServerRequest request, ServerResponse response) {
    StoredToken _ = admit.apply(request);
    Run run = run(request);
    ObjectNode shown =
        JSON.createObjectNode()
            .put("id", run.id().value())
            .put("number", run.origin().number())
            .put("state", Machine.wireName(run.state()))
            .put("reason", run.reason().message());
    WaitReasons waiting = WaitReasons.of(run, store, door.agents());
    var jobs = shown.putArray("jobs");
    for (Job job : run.jobs()) {
      ObjectNode one =
          jobs.addObject()
              .put("id", job.planned().id())
              .put("attempt", job.attempt().number())
              .put("state", Machine.wireName(job.attempt().state()))
              .put("reason", waiting.reason(job));
      if (job.attempt() instanceof Attempt.WithAgent attempt) {
        door.heartbeat(attempt.lease().agent(), run.id(), job.planned().id(), attempt.number())
            .ifPresent(beat -> showProgress(beat, one));
      }
    }
    response.send(answer(response, shown));
  }

  /// As the agent said with its last heartbeat, where it is connected here.
  private static void showProgress(JobHeartbeat beat, ObjectNode job) {
    Progress progress = beat.progress();
    if (progress != null) {
      job.putObject("progress")
          .put("stepIndex", progress.stepIndex())
          .put("percent", progress.percent())
          .put("message", progress.message());
    }
    if (beat.logBytes() != null) {
      job.put("logBytes", beat.logBytes());
    }
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    StoredToken by = admit.apply(request);
    Run run = run(request);
    boolean force = read(request, Cancel.class).force();
    String why = "%s by %s".formatted(force ? "force-cancelled" : "cancelled", by.name());
    Decision decision =
        decided(orchestrator.submit(run.id(), new CancelRun(Actor.person(by.name()), force, why)));
    String state = decision instanceof Decision.Late(var late) ? late : "asked for";
    response
        .status(Status.ACCEPTED_202)
        .send(answer(response, JSON.createObjectNode().put("cancel", state)));
  }

  /// How a run is to be cancelled.
  record Cancel(boolean force) {}

  private Run run(ServerRequest request) {
    String id = request.path().pathParameters().get("run");
    return store
        .run(new RunId(id))
        .orElseThrow(() -> new HttpProblem(Status.NOT_FOUND_404, "there is no run " + id));
  }

  private static <T> T read(ServerRequest request, Class<T> type) {
    var nothing = new HttpProblem(Status.BAD_REQUEST_400, "there is nothing in the body");
    if (!request.content().hasEntity()) {
      throw nothing;
    }
    try {
      return Optional.ofNullable(JSON.readValue(request.content().as(byte[].class), type))
          .orElseThrow(() -> nothing);
    } catch (JacksonException e) {
      throw new HttpProblem(Status.BAD_REQUEST_400, "the body cannot be read: " + meaning(e));
    }
  }

  /// What is wrong with it, without the names of our classes.
  private static String meaning(JacksonException problem) {
    if (problem instanceof StreamReadException) {
      return problem.getOriginalMessage();
    }
    String field =
        problem.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."));
    if (problem instanceof UnrecognizedPropertyException unknown) {
      return "there is no field `%s`; there are %s"
          .formatted(field, new TreeSet<>(unknown.getKnownPropertyIds()));
    }
    return field.isEmpty() ? "it is no object" : "`%s` is of another type".formatted(field);
  }

  private static String answer(ServerResponse response, ObjectNode body) {
    response.headers().contentType(io.helidon.common.media.type.MediaTypes.APPLICATION_JSON);
    return JSON.writeValueAsString(body);
  }

  /// Nobody waits for a decision for ever: what became of it is seen by asking for the run.
  private static Decision decided(CompletableFuture<Decision> reply) {
    try {
      Decision decision = reply.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
      if (decision instanceof Decision.Refused(var refusal)) {
        throw new HttpProblem(Status.CONFLICT_409, refusal.message());
      }
      return decision;
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case StoreUnavailable failure -> unavailable(String.valueOf(failure.getMessage()));
        case TimeoutException _ -> unavailable("it is not decided yet; look again in a while");
        case null, default -> e;
      };
    }
  }

  private static HttpProblem unavailable(String why) {
    return new HttpProblem(Status.SERVICE_UNAVAILABLE_503, why);
  }
}
