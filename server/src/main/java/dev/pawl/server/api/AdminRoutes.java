package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.ADMINISTER;
import static dev.pawl.server.auth.Permission.ADMINISTER_SERVER;
import static dev.pawl.server.auth.Permission.PUBLIC;
import static dev.pawl.server.auth.Permission.SIGNED_IN;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.api.document.Administration.EnrolmentRequest;
import dev.pawl.server.api.document.Administration.NewTokenDocument;
import dev.pawl.server.api.document.Administration.OrgDocument;
import dev.pawl.server.api.document.Administration.OrgRequest;
import dev.pawl.server.api.document.Administration.TokenDocument;
import dev.pawl.server.api.document.Administration.TokenRequest;
import dev.pawl.server.api.document.Administration.WhoDocument;
import dev.pawl.server.api.document.Operations.ChangedDocument;
import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.OrgRows;
import dev.pawl.server.auth.OrgRows.OrgRow;
import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Role;
import dev.pawl.server.auth.Sessions;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry.Grant;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.Authentication;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import io.helidon.http.HeaderNames;
import io.helidon.http.SetCookie;
import io.helidon.http.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Routes of administration: who one is, sessions, orgs, tokens.
final class AdminRoutes {

  private static final String ORGS = "/api/v1/orgs";
  private static final String TOKENS = ORGS + "/{org}/tokens";
  private static final String SESSION = "/api/v1/session";
  private static final int LONGEST_NAME = 100;

  private final ApiServices services;
  private final Sessions sessions;

  AdminRoutes(ApiServices services, Sessions sessions) {
    this.services = services;
    this.sessions = sessions;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/api/v1/whoami",
            SIGNED_IN,
            "Show who the token belongs to, and what it may do.",
            WhoDocument.class,
            AdminRoutes::whoAmI),
        Route.post(
                SESSION,
                SIGNED_IN,
                "Exchange the token for the cookie of a session.",
                null,
                WhoDocument.class,
                this::signIn)
            .answers(204),
        Route.post(SESSION, PUBLIC, "End the session.", null, null, this::signOut)
            .method("DELETE")
            .answers(204),
        Route.post(
                "/api/v1/agents/enrol",
                PUBLIC,
                "Exchange an enrolment token for the token of an agent.",
                null,
                EnrolledDocument.class,
                this::exchange)
            .answers(201),
        Route.list(
            ORGS, SIGNED_IN, "List the orgs that one belongs to.", OrgDocument.class, this::orgs),
        Route.post(
                ORGS,
                ADMINISTER_SERVER,
                "Create an org.",
                OrgRequest.class,
                OrgDocument.class,
                this::createOrg)
            .answers(201),
        Route.list(TOKENS, ADMINISTER, "List the tokens.", TokenDocument.class, this::tokens),
        Route.post(
                TOKENS,
                ADMINISTER,
                "Create a token of a person or an agent.",
                TokenRequest.class,
                NewTokenDocument.class,
                this::createToken)
            .answers(201),
        Route.post(
                TOKENS + "/{token}",
                ADMINISTER,
                "Revoke a token. An agent that is connected by it loses its jobs.",
                null,
                ChangedDocument.class,
                this::revoke)
            .method("DELETE")
            .answers(200),
        Route.post(
                ORGS + "/{org}/enrolments",
                ADMINISTER,
                "Create an enrolment token for an agent.",
                EnrolmentRequest.class,
                NewTokenDocument.class,
                this::createEnrolment)
            .answers(201));
  }

  private static Answer whoAmI(ApiRequest request) {
    Role role = request.principal().role();
    return Answer.ok(
        WhoDocument.of(
            request.principal(),
            Arrays.stream(Permission.values())
                .filter(permission -> permission != PUBLIC && permission != SIGNED_IN)
                .filter(permission -> permission.isGivenTo(role))
                .map(Machine::wireName)
                .toList()));
  }

  private Answer signIn(ApiRequest request) {
    if (request.header(HeaderNames.AUTHORIZATION).isEmpty()) {
      throw HttpProblem.unauthorized("a session begins with a token in the header Authorization");
    }
    return cookie(request, sessions.start(request.principal()), Sessions.LIFETIME);
  }

  private Answer signOut(ApiRequest request) {
    Authentication.cookie(request.raw().headers()).ifPresent(sessions::end);
    return cookie(request, "", java.time.Duration.ZERO);
  }

  private static Answer cookie(ApiRequest request, String value, java.time.Duration age) {
    SetCookie cookie =
        SetCookie.builder(Authentication.COOKIE, value)
            .path("/")
            .httpOnly(true)
            .sameSite(SetCookie.SameSite.STRICT)
            .secure(request.raw().isSecure())
            .maxAge(age)
            .build();
    return new Answer.Empty(Map.of(HeaderNames.SET_COOKIE, cookie.text()));
  }

  /// The token of an agent that has enrolled.
  public record EnrolledDocument(String agentId, String token) {}

  private Answer exchange(ApiRequest request) {
    try {
      BearerToken agent =
          services.tokens().exchangeEnrolment(Authentication.bearer(request.raw().headers()));
      return Answer.secret(new EnrolledDocument(agent.id(), agent.text()));
    } catch (AuthenticationFailure e) {
      throw HttpProblem.unauthorized(e.reason());
    }
  }

  private Answer orgs(ApiRequest request) {
    int limit = request.limit();
    List<OrgRow> rows = services.store().orgs().after(request.cursor(), limit + 1);
    List<OrgDocument> seen =
        rows.stream()
            .limit(limit)
            .filter(org -> request.principal().sees(org.id()))
            .map(OrgDocument::of)
            .toList();
    return Answer.page(seen, rows.size() > limit ? rows.get(limit - 1).id() : null);
  }

  private Answer createOrg(ApiRequest request) {
    @Nullable String id = request.body(OrgRequest.class).id();
    if (id == null || !OrgRows.isValid(id)) {
      throw HttpProblem.badRequest(
          "`id` must have 1 to 63 lower-case letters, digits and hyphens, and not begin with a hyphen");
    }
    var org = new OrgRow(id, services.store().now(), request.actor().toString());
    if (!services.store().orgs().create(org)) {
      throw HttpProblem.conflict("exists", "the org '%s' exists already".formatted(id));
    }
    return Answer.created(OrgDocument.of(org));
  }

  private Answer tokens(ApiRequest request) {
    int limit = request.limit();
    List<StoredToken> rows =
        services.tokens().rows().after(request.org(), request.cursor(), limit + 1);
    return Answer.page(
        rows.stream().limit(limit).map(TokenDocument::of).toList(),
        rows.size() > limit ? rows.get(limit - 1).id() : null);
  }

  private Answer createToken(ApiRequest request) {
    TokenRequest asked = request.body(TokenRequest.class);
    String name = name(asked.name());
    Grant grant =
        switch (Optional.ofNullable(asked.kind()).orElse("user")) {
          case "user" ->
              Grant.user(request.org(), name, role(request, asked.role()), teams(asked.teams()));
          case "agent" -> Grant.agent(request.org(), name, labels(asked.labels()));
          default ->
              throw HttpProblem.badRequest(
                  "`kind` must be user or agent; for enrolment there is POST …/enrolments");
        };
    return created(request, grant.expiring(asked.expiresAt()));
  }

  private Answer createEnrolment(ApiRequest request) {
    EnrolmentRequest asked = request.body(EnrolmentRequest.class);
    return created(
        request, Grant.enrolment(request.org(), name(asked.name()), labels(asked.labels())));
  }

  private Answer created(ApiRequest request, Grant grant) {
    BearerToken token = services.tokens().issue(grant, request.actor().name());
    return Answer.secret(new NewTokenDocument(token.id(), token.text()));
  }

  private static String name(@Nullable String name) {
    if (name == null || name.isBlank() || name.length() > LONGEST_NAME || hasControl(name)) {
      throw HttpProblem.badRequest(
          "`name` is required: 1 to %d characters, without control characters"
              .formatted(LONGEST_NAME));
    }
    return name;
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  /// Nobody can give a role that they do not have.
  private static Role role(ApiRequest request, @Nullable String name) {
    Role role =
        Optional.ofNullable(name)
            .flatMap(Role::of)
            .orElseThrow(() ->
                HttpProblem.badRequest(
                    "`role` must be viewer, runner, approver, maintainer, admin or server_admin"));
    if (!request.principal().role().includes(role)) {
      throw HttpProblem.forbidden(
          "the role %s cannot give the role %s"
              .formatted(request.principal().role().text(), role.text()));
    }
    return role;
  }

  private static List<String> teams(@Nullable List<String> teams) {
    List<String> all = teams == null ? List.of() : teams;
    if (all.stream().anyMatch(team -> team == null || !team.matches("team:[\\w.-]{1,100}"))) {
      throw HttpProblem.badRequest("each of `teams` must be like team:ops");
    }
    return all;
  }

  private static List<String> labels(@Nullable List<String> labels) {
    List<String> all = labels == null ? List.of() : labels;
    boolean isEmpty = labels != null && labels.isEmpty();
    if (isEmpty
        || all.stream().anyMatch(label -> label == null || label.isBlank() || hasControl(label))) {
      throw HttpProblem.badRequest("`labels` must not be empty, nor contain an empty label");
    }
    return all;
  }

  private Answer revoke(ApiRequest request) {
    String id = request.path("token");
    StoredToken token =
        services
            .tokens()
            .find(id)
            .filter(found -> found.org().equals(request.org()))
            .orElseThrow(() -> HttpProblem.notFound("there is no token '%s'".formatted(id)));
    if (!request.principal().role().includes(token.role())) {
      throw HttpProblem.forbidden(
          "the role %s cannot revoke a token of the role %s"
              .formatted(request.principal().role().text(), token.role().text()));
    }
    if (!services.tokens().revoke(id)) {
      throw HttpProblem.conflict(
          "already_revoked", "the token '%s' is revoked already".formatted(id));
    }
    return new Answer.Json(Status.OK_200, new ChangedDocument(id), false);
  }
}
