package dev.pawl.server.api;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorUnavailable;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.ConstraintViolation;
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
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/// HTTP endpoints of runs: create one from the text of a workflow, show it, cancel it.
///
/// @param tokens by which requests are authenticated
/// @param mirrors from which the files of a run's repository are read
/// @param owner id of the orchestrator that new runs belong to
public record RunsApi(
    SqlStore store,
    Orchestrator orchestrator,
    AgentConnections connections,
    TokenRegistry tokens,
    Mirrors mirrors,
    IdGenerator ids,
    String owner)
    implements HttpService {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .withCoercionConfig(LogicalType.Textual, RunsApi::acceptTextsOnly)
          .withCoercionConfig(LogicalType.Boolean, RunsApi::acceptBooleansOnly)
          .build();
  private static final Duration DECISION_TIMEOUT = Duration.ofSeconds(30);

  /// Rejects a number in place of a text: it would become another text than was meant.
  private static void acceptTextsOnly(MutableCoercionConfig coercion) {
    coercion
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /// Rejects what is not a JSON boolean in place of one.
  private static void acceptBooleansOnly(MutableCoercionConfig coercion) {
    coercion
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
  }

  @Override
  public void routing(HttpRules rules) {
    rules.post("/", this::create).get("/{run}", this::show).post("/{run}/cancel", this::cancel);
  }

  private StoredToken authenticate(ServerRequest request) {
    return new RequestAuthentication(tokens).admin(request);
  }

  private void create(ServerRequest request, ServerResponse response) {
    StoredToken by = authenticate(request);
    orchestrator
        .dispatchPause()
        .ifPresent(why -> {
          throw HttpProblem.noRoom("no run can be created now: " + why);
        });
    RunRequest asked = read(request, RunRequest.class).checked();
    RunId id = ids.run();
    Actor actor = Actor.person(by.name());
    RunRequest.Planned planned = asked.plan(id, by.name(), mirrors, orchestrator.limits());
    Origin.Source source = planned.request().source();
    var origin =
        new Origin(
            by.org(),
            store.nextRunNumber(new RepositoryKey(by.org(), source.repository())),
            planned.plan().workflow(),
            asked.file(),
            planned.event(),
            actor,
            owner,
            store.now(),
            source,
            Origin.Lineage.FIRST);
    decided(orchestrator.create(Run.created(id, origin), planned.plan()));
    ObjectNode created =
        JSON.createObjectNode().put("id", id.value()).put("number", origin.number());
    planned.plan().warnings().forEach(created.putArray("warnings")::add);
    response.status(Status.CREATED_201).send(answer(response, created));
  }

  private void show(ServerRequest request, ServerResponse response) {
    StoredToken _ = authenticate(request);
    Run run = run(request);
    var document = new RunDocument(store, connections, orchestrator.dispatchPause());
    response.send(answer(response, document.of(run)));
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    StoredToken by = authenticate(request);
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

  /// Body of a request to cancel a run.
  record Cancel(boolean force) {}

  private Run run(ServerRequest request) {
    String id = request.path().pathParameters().get("run");
    return store
        .shown(new RunId(id))
        .orElseThrow(
            () -> new HttpProblem(Status.NOT_FOUND_404, "there is no run '%s'".formatted(id)));
  }

  private static <T> T read(ServerRequest request, Class<T> type) {
    var nothing = new HttpProblem(Status.BAD_REQUEST_400, "the body is empty");
    if (!request.content().hasEntity()) {
      throw nothing;
    }
    try {
      return Optional.ofNullable(JSON.readValue(request.content().as(byte[].class), type))
          .orElseThrow(() -> nothing);
    } catch (JacksonException e) {
      throw new HttpProblem(Status.BAD_REQUEST_400, "the body cannot be read: " + describe(e));
    }
  }

  /// Describes what is wrong with the JSON, without the names of our classes.
  private static String describe(JacksonException problem) {
    if (problem instanceof StreamConstraintsException) {
      return "it is nested too deeply, or has a name or a number that is too long";
    }
    if (problem instanceof StreamReadException) {
      return problem.getOriginalMessage().replaceFirst("\\s*\\(start marker at .*", "");
    }
    String field =
        problem.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."));
    if (problem instanceof UnrecognizedPropertyException unknown) {
      return "there is no field '%s'; the fields are %s"
          .formatted(field, new TreeSet<>(unknown.getKnownPropertyIds()));
    }
    return field.isEmpty()
        ? "it is not an object"
        : "the field '%s' has the wrong type".formatted(field);
  }

  private static String answer(ServerResponse response, ObjectNode body) {
    response.headers().contentType(io.helidon.common.media.type.MediaTypes.APPLICATION_JSON);
    return JSON.writeValueAsString(body);
  }

  /// Waits for a decision, until the timeout; a later look at the run shows what became of it.
  private static Decision decided(CompletableFuture<Decision> reply) {
    try {
      Decision decision = reply.orTimeout(DECISION_TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
      if (decision instanceof Decision.Refused(var refusal)) {
        throw new HttpProblem(Status.CONFLICT_409, refusal.message());
      }
      return decision;
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case StoreUnavailable failure -> unavailable(String.valueOf(failure.getMessage()), e);
        case OrchestratorUnavailable rejected ->
            unavailable(String.valueOf(rejected.getMessage()), e);
        case ConstraintViolation _ ->
            new HttpProblem(
                Status.CONFLICT_409, "the store rejects it. The server's log has the reason");
        case TimeoutException _ ->
            unavailable("not decided yet; look at the run again in a minute", e);
        case null, default -> e;
      };
    }
  }

  private static HttpProblem unavailable(String why, Throwable cause) {
    return new HttpProblem(Status.SERVICE_UNAVAILABLE_503, why, cause);
  }
}
