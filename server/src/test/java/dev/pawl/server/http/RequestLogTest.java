package dev.pawl.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.auth.Role;
import io.helidon.http.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/// Lines about requests in the server's log.
class RequestLogTest {

  private static final Principal ANN =
      new Principal("t1", "ann", List.of(), "default", Role.RUNNER);

  private static final Route CANCEL =
      Route.post(
          "/api/v1/orgs/{org}/runs/{run}/cancel",
          Permission.CANCEL,
          "",
          null,
          null,
          _ -> Answer.empty());

  private static final Route SHOW =
      Route.text("/api/v1/orgs/{org}/runs/{run}", Permission.VIEW, "", _ -> Answer.empty());

  private static RequestLog log(Route route) {
    return new RequestLog(route, Map.of("run", "r1"));
  }

  @Test
  void aChangeSaysWhoDidWhatToWhichRun() {
    RequestLog log = log(CANCEL);
    log.caller(ANN);
    RequestLog.Line line = log.line(202, null);
    assertThat(line.level()).isEqualTo(Level.INFO);
    assertThat(line.keys())
        .containsEntry("route", "POST /api/v1/orgs/{org}/runs/{run}/cancel")
        .containsEntry("run", "r1")
        .containsEntry("user", "ann")
        .containsEntry("status", 202)
        .containsKey("ms")
        .doesNotContainKeys("code", "id");
  }

  @Test
  void aFailureHasTheIdOfItsProblem() {
    RequestLog log = log(CANCEL);
    log.caller(ANN);
    var problem = new HttpProblem(Status.SERVICE_UNAVAILABLE_503, "unavailable", "away");
    RequestLog.Line line = log.line(503, problem);
    assertThat(line.level()).isEqualTo(Level.INFO);
    assertThat(line.keys())
        .containsEntry("code", "unavailable")
        .containsEntry("id", problem.id().orElseThrow());
  }

  @Test
  void looksAndWhatAnybodyCanSendAreNotLoggedByDefault() {
    RequestLog look = log(SHOW);
    look.caller(ANN);
    assertThat(look.line(200, null).level()).isEqualTo(Level.DEBUG);
    assertThat(log(CANCEL).line(401, HttpProblem.unauthorized("no token")).level())
        .isEqualTo(Level.DEBUG);
    RequestLog tooMany = log(CANCEL);
    tooMany.caller(ANN);
    assertThat(tooMany.line(429, null).level()).isEqualTo(Level.DEBUG);
    assertThat(tooMany.line(507, null).level()).isEqualTo(Level.DEBUG);
  }
}
