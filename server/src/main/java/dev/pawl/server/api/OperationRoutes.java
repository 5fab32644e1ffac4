package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.ADMINISTER;
import static dev.pawl.server.auth.Permission.MAINTAIN;
import static dev.pawl.server.auth.Permission.VIEW;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.api.document.Operations.AgentDocument;
import dev.pawl.server.api.document.Operations.BreakerDocument;
import dev.pawl.server.api.document.Operations.ChangedDocument;
import dev.pawl.server.api.document.Operations.GroupDocument;
import dev.pawl.server.api.document.Operations.QueuedDocument;
import dev.pawl.server.api.document.Operations.ToolDocument;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.store.sql.OperationQueries;
import dev.pawl.server.store.sql.OperationQueries.AgentRow;
import dev.pawl.server.store.sql.OperationQueries.QueuedRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Routes for those who operate a server: agents, the queue, groups and breakers.
final class OperationRoutes {

  private static final String ORG = "/api/v1/orgs/{org}";
  private static final String AGENT = ORG + "/agents/{agent}";
  private static final String TOOL = ORG + "/tools/{tool}";
  private static final int MOST_MEMBERS = 1_000;
  private static final int LONGEST_TOOL = 100;

  private final ApiServices services;
  private final RunReader reader;

  OperationRoutes(ApiServices services, RunReader reader) {
    this.services = services;
    this.reader = reader;
  }

  List<Route> routes() {
    return List.of(
        Route.list(ORG + "/agents", VIEW, "List the agents.", AgentDocument.class, this::agents),
        Route.get(AGENT, VIEW, "Show an agent.", AgentDocument.class, this::agent),
        onAgent(
            "drain",
            "Let an agent finish its jobs, and give it no more.",
            request -> new AgentStateCommand.Drain(request.actor())),
        onAgent("resume", "End a drain.", request -> new AgentStateCommand.Resume(request.actor())),
        onAgent(
            "revoke",
            "Trust an agent no more: its jobs are lost, and its token is revoked.",
            request ->
                new AgentStateCommand.Revoke(
                    request.actor(), "revoked by " + request.actor().name())),
        Route.list(
            ORG + "/queue",
            VIEW,
            "List the jobs that wait for an agent, oldest first.",
            QueuedDocument.class,
            this::queue),
        Route.list(
                ORG + "/groups",
                VIEW,
                "List the concurrency groups that have members.",
                GroupDocument.class,
                this::groups)
            .query("key", "only the group of that key"),
        Route.list(
            ORG + "/breakers",
            VIEW,
            "List the tools and their circuit breakers.",
            BreakerDocument.class,
            this::breakers),
        Route.post(
            ORG + "/breakers/{tool}/reset",
            MAINTAIN,
            "Close a breaker.",
            null,
            ChangedDocument.class,
            this::reset),
        Route.get(
            TOOL,
            VIEW,
            "Show the profile of a tool that is in effect.",
            ToolDocument.class,
            this::tool),
        Route.post(
                TOOL,
                MAINTAIN,
                "Give a tool a profile of its own.",
                ToolDocument.class,
                ToolDocument.class,
                this::setTool)
            .method("PUT")
            .answers(200),
        Route.post(
                TOOL,
                MAINTAIN,
                "Take the tool's own profile away: the configured one is in effect again.",
                null,
                ToolDocument.class,
                this::deleteTool)
            .method("DELETE")
            .answers(200));
  }

  private Breaker effective(ApiRequest request) {
    return services
        .orchestrator()
        .effective(reader.breaker(Breaker.keyOf(request.org(), request.path("tool"))));
  }

  private Answer tool(ApiRequest request) {
    return Answer.ok(ToolDocument.of(effective(request).profile()));
  }

  private Answer setTool(ApiRequest request) {
    ToolProfile profile = request.body(ToolDocument.class).profile();
    set(request, Optional.of(profile));
    return Answer.ok(ToolDocument.of(profile));
  }

  private Answer deleteTool(ApiRequest request) {
    set(request, Optional.empty());
    return tool(request);
  }

  /// To ask for what is so already is no mistake.
  private void set(ApiRequest request, Optional<ToolProfile> profile) {
    String tool = request.path("tool");
    if (tool.length() > LONGEST_TOOL) {
      throw HttpProblem.badRequest(
          "the name of a tool has at most %d characters".formatted(LONGEST_TOOL));
    }
    Decisions.acceptedOrLate(
        services
            .orchestrator()
            .setTool(Breaker.keyOf(request.org(), tool), profile, request.actor()));
  }

  private OperationQueries queries(ApiRequest request) {
    return services.store().operations(request.org());
  }

  private Route onAgent(
      String name, String summary, Function<ApiRequest, AgentStateCommand> command) {
    return Route.post(
        AGENT + "/" + name,
        ADMINISTER,
        summary,
        null,
        ChangedDocument.class,
        request -> change(request, command.apply(request)));
  }

  private Answer agents(ApiRequest request) {
    int limit = request.limit();
    List<AgentRow> rows = queries(request).agents(request.cursor(), limit + 1);
    return Answer.page(
        rows.stream().limit(limit).map(row -> document(request, row)).toList(),
        rows.size() > limit ? rows.get(limit - 1).id() : null);
  }

  private Answer agent(ApiRequest request) {
    return Answer.ok(document(request, row(request)));
  }

  private AgentRow row(ApiRequest request) {
    String id = request.path("agent");
    return queries(request)
        .agent(id)
        .orElseThrow(() -> HttpProblem.notFound("there is no agent '%s'".formatted(id)));
  }

  private AgentDocument document(ApiRequest request, AgentRow row) {
    Instant silent =
        services.store().now().minus(services.engine().deadlines().heartbeat().multipliedBy(2));
    @Nullable Instant heard = row.heardAt();
    boolean isConnected =
        services.connections().version(row.id()).isPresent()
            || (heard != null && heard.isAfter(silent));
    return AgentDocument.of(
        row,
        isConnected,
        services.connections().version(row.id()).orElse(null),
        queries(request).jobsOf(row.id()));
  }

  private Answer change(ApiRequest request, AgentStateCommand command) {
    AgentRow row = row(request);
    Answer answer = Answer.accepted(new ChangedDocument(row.id()));
    Decisions.accepted(
        services.orchestrator().submit(row.id(), command, request.storedAnswer(answer)));
    if (command instanceof AgentStateCommand.Revoke) {
      services.tokens().revoke(row.id());
    }
    return answer;
  }

  private Answer queue(ApiRequest request) {
    int offset =
        (int)
            (long)
                Optional.of(request.cursor())
                    .filter(cursor -> !cursor.isEmpty())
                    .flatMap(_ -> request.number("cursor", 0, Integer.MAX_VALUE))
                    .orElse(0L);
    int limit = request.limit();
    List<QueuedRow> rows = queries(request).queue(offset, limit + 1);
    StatusExplainer explainer = reader.explainer(request.org());
    return Answer.page(
        rows.stream().limit(limit).map(row -> QueuedDocument.of(row, why(row, explainer))).toList(),
        rows.size() > limit ? Integer.toString(offset + limit) : null);
  }

  private String why(QueuedRow row, StatusExplainer explainer) {
    Optional<String> pause = services.orchestrator().dispatchPause();
    if (pause.isPresent()) {
      return pause.get();
    }
    Optional<Run> run =
        reader.state(new RunId(row.run())).filter(its -> row.job() < its.jobs().size());
    return run.map(its -> explainer.job(its, row.job(), services.store().now()).status().message())
        .filter(message -> !message.isEmpty())
        .orElse("an agent is free; it is dispatched next");
  }

  private Answer groups(ApiRequest request) {
    String prefix = request.org() + ":";
    Optional<String> wanted = request.query("key");
    int limit = request.limit();
    List<String> keys =
        wanted.isPresent()
            ? List.of(prefix + wanted.get())
            : queries(request)
                .groups(request.cursor().isEmpty() ? "" : prefix + request.cursor(), limit + 1);
    List<GroupDocument> groups =
        keys.stream()
            .limit(limit)
            .map(key ->
                GroupDocument.of(
                    key.substring(prefix.length()), queries(request).members(key, MOST_MEMBERS)))
            .toList();
    return Answer.page(groups, keys.size() > limit ? groups.getLast().key() : null);
  }

  private Answer breakers(ApiRequest request) {
    int limit = request.limit();
    List<BreakerDocument> rows =
        queries(request).breakers(request.cursor(), limit + 1).stream()
            .map(row ->
                BreakerDocument.of(
                    row,
                    services
                        .orchestrator()
                        .effective(reader.breaker(Breaker.keyOf(request.org(), row.tool())))
                        .profile()))
            .toList();
    return Answer.page(
        rows.stream().limit(limit).toList(),
        rows.size() > limit ? rows.get(limit - 1).tool() : null);
  }

  private Answer reset(ApiRequest request) {
    String tool = request.path("tool");
    if (queries(request).breaker(tool).isEmpty()) {
      throw HttpProblem.notFound("there is no tool '%s'".formatted(tool));
    }
    Answer answer = Answer.accepted(new ChangedDocument(tool));
    Decisions.accepted(
        services
            .orchestrator()
            .resetBreaker(
                Breaker.keyOf(request.org(), tool), request.actor(), request.storedAnswer(answer)));
    return answer;
  }
}
