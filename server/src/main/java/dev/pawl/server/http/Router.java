package dev.pawl.server.http;

import dev.pawl.server.auth.OrgRows;
import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.connections.RequestRateLimit;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The one place where a request finds its route and is allowed or denied. What no route matches,
/// and an org that the caller does not belong to, does not exist.
public final class Router {

  private static final int ETAG_DIGITS = 32;

  /// A route that matches a path.
  private record Match(Route route, Map<String, String> path) {}

  private record Entry(PathTemplate template, Route route) {}

  private final List<Entry> entries = new ArrayList<>();
  private final List<Route> routes;
  private final Authentication authentication;
  private final RequestRateLimit rate;
  private final IdempotencyKeys keys;
  private final OrgRows orgs;

  public Router(
      List<Route> routes,
      Authentication authentication,
      RequestRateLimit rate,
      IdempotencyKeys keys,
      OrgRows orgs) {
    this.routes = List.copyOf(routes);
    this.authentication = authentication;
    this.rate = rate;
    this.keys = keys;
    this.orgs = orgs;
    routes.forEach(route -> entries.add(new Entry(new PathTemplate(route.path()), route)));
    entries.sort(
        Comparator.comparingLong((Entry entry) -> entry.template().fixedSegments()).reversed());
  }

  public List<Route> routes() {
    return routes;
  }

  /// Answers a request.
  ///
  /// @throws HttpProblem if it is rejected
  public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
    Match match = match(request);
    var log = new RequestLog(match.route(), match.path());
    try {
      Answer answer = answer(match, allowed(match, request, log));
      log.answered(answer);
      send(request, response, answer);
    } catch (HttpProblem problem) {
      log.rejected(problem);
      throw problem;
    }
  }

  /// The request, if its caller may make it.
  private ApiRequest allowed(Match match, ServerRequest request, RequestLog log) {
    Route route = match.route();
    @Nullable Principal caller = null;
    if (route.permission() != Permission.PUBLIC) {
      caller = authentication.authenticate(request.headers());
      log.caller(caller);
      limit(caller);
      requireOrg(match, caller);
      if (!route.permission().isGivenTo(caller.role())) {
        throw HttpProblem.forbidden(
            "this needs the role %s; the token of '%s' has %s"
                .formatted(route.permission().needed(), caller.user(), caller.role().text()));
      }
    }
    byte[] body = request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
    return new ApiRequest(request, caller, match.path(), body);
  }

  private Match match(ServerRequest request) {
    var prologue = request.prologue();
    String path = prologue.uriPath().rawPath();
    List<Match> matches = new ArrayList<>();
    for (Entry entry : entries) {
      entry.template().match(path).ifPresent(found -> matches.add(new Match(entry.route(), found)));
    }
    if (matches.isEmpty()) {
      throw HttpProblem.notFound("not found: %s %s".formatted(prologue.method().text(), path));
    }
    String method = prologue.method().text();
    return matches.stream()
        .filter(match -> match.route().method().equals(method))
        .findFirst()
        .orElseThrow(() ->
            new HttpProblem(
                Status.METHOD_NOT_ALLOWED_405,
                "method_not_allowed",
                "%s is not possible here; possible: %s"
                    .formatted(
                        method,
                        String.join(
                            ", ",
                            matches.stream()
                                .map(match -> match.route().method())
                                .sorted()
                                .toList()))));
  }

  /// Checks that a caller may follow the events of an org.
  ///
  /// @throws HttpProblem if the org does not exist for them
  public void requireOrg(String org, Principal caller) {
    if (!(caller.sees(org) && orgs.exists(org))) {
      throw HttpProblem.notFound("there is no org '%s'".formatted(org));
    }
  }

  private void limit(Principal caller) {
    rate.acquire(caller.token(), System.nanoTime())
        .ifPresent(after -> {
          throw HttpProblem.tooMany(
              "the token of '%s' makes too many requests; try again in %d s"
                  .formatted(caller.user(), after.toSeconds()),
              after);
        });
  }

  private void requireOrg(Match match, Principal caller) {
    @Nullable String org = match.path().get("org");
    if (org != null) {
      requireOrg(org, caller);
    }
  }

  private Answer answer(Match match, ApiRequest asked) {
    Optional<String> key = asked.header(HeaderNames.create("Idempotency-Key"));
    if (key.isEmpty() || !match.route().method().equals("POST")) {
      return match.route().handler().handle(asked);
    }
    String route = "POST " + asked.raw().prologue().uriPath().rawPath();
    var wanted = new IdempotencyKeys.Key(asked.principal().token(), route, key.get());
    return switch (keys.claim(wanted, asked.bytes())) {
      case IdempotencyKeys.Outcome.Answered(var answer) -> answer;
      case IdempotencyKeys.Outcome.Claimed(var claim) -> {
        asked.claim(claim);
        yield answerOnce(match.route(), asked, claim);
      }
    };
  }

  /// Stores the answer, also of a rejection, unless it may be another one when the request is sent
  /// again.
  private Answer answerOnce(Route route, ApiRequest asked, ApiRequest.Claim claim) {
    try {
      Answer answer = route.handler().handle(asked);
      if (answer instanceof Answer.Json(var status, var body, var isSecret)) {
        keys.answered(claim, status, isSecret ? withoutSecret() : JsonBody.write(body));
      }
      return answer;
    } catch (HttpProblem problem) {
      if (problem.status().family() == Status.Family.CLIENT_ERROR) {
        keys.answered(claim, problem.status(), problem.body());
      } else if (!problem.isUndecided()) {
        keys.release(claim);
      }
      throw problem;
    }
  }

  private static String withoutSecret() {
    return JsonBody.write(
        Map.of("detail", "this was answered before, with a secret that is not stored"));
  }

  private static void send(ServerRequest request, ServerResponse response, Answer answer)
      throws InterruptedException {
    switch (answer) {
      case Answer.Json(var status, var body, _) ->
          send(
              request,
              response.header(HeaderNames.CACHE_CONTROL, "no-cache"),
              status,
              "application/json",
              JsonBody.write(body).getBytes(StandardCharsets.UTF_8));
      case Answer.Bytes(var status, var type, var bytes, var headers) -> {
        headers.forEach(response::header);
        send(request, response, status, type, bytes);
      }
      case Answer.Empty(var headers) -> {
        headers.forEach(response::header);
        response.status(Status.NO_CONTENT_204).send();
      }
      case Answer.Stream(var writer) -> writer.write(response);
    }
  }

  private static void send(
      ServerRequest request, ServerResponse response, Status status, String type, byte[] bytes) {
    if (request.prologue().method().text().equals("GET") && status.code() == Status.OK_200.code()) {
      String etag = "\"" + IdempotencyKeys.hash(bytes).substring(0, ETAG_DIGITS) + "\"";
      response.header(HeaderNames.ETAG, etag);
      if (request.headers().first(HeaderNames.IF_NONE_MATCH).filter(etag::equals).isPresent()) {
        response.status(Status.NOT_MODIFIED_304).send();
        return;
      }
    }
    response.status(status).header(HeaderNames.CONTENT_TYPE, type).send(bytes);
  }
}
