package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Role;
import dev.pawl.server.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Authorization: the table of routes and roles in the documents is what the server does.
@Timeout(120)
class AuthorizationTest extends ApiTestBase {

  private static final Path PAGE = Path.of("../docs/api.md");
  private static final String BEGIN = "<!-- routes: generated -->\n";
  private static final String END = "<!-- end of routes -->\n";

  private String table() {
    Map<String, String> lines = new TreeMap<>();
    for (Route route : server.routes()) {
      lines.put(
          route.path() + " " + route.method(),
          "| `%s %s` | %s | %s |\n"
              .formatted(
                  route.method(),
                  route.path(),
                  route.permission().needed().replace('_', ' '),
                  route.summary().replace("|", "\\|")));
    }
    return "| route | needs | does |\n| --- | --- | --- |\n" + String.join("", lines.values());
  }

  @Test
  void theTableOfTheDocumentsIsTheOneOfTheServer() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (System.getProperty("pawl.regenerate") != null) {
      page = page.substring(0, begin) + table() + page.substring(end);
      Files.writeString(PAGE, page);
      end = page.indexOf(END);
    }
    assertThat(page.substring(begin, end)).isEqualTo(table());
  }

  private static String concrete(Route route, String org) {
    return route
        .path()
        .replace("{org}", org)
        .replace("{run}", "none")
        .replace("{job}", "none")
        .replace("{agent}", "none")
        .replace("{token}", "none")
        .replace("{tool}", "none");
  }

  /// What would change something for good, or never ends.
  private static boolean isEndless(Route route) {
    return route.path().endsWith("/orgs/{org}/events") || route.path().endsWith("/stream");
  }

  @Test
  void everyRouteNeedsItsRole() {
    for (Role role : Role.values()) {
      ApiCaller caller = caller("default", "p-" + role.text(), role);
      for (Route route : server.routes()) {
        if (route.permission() == Permission.PUBLIC || isEndless(route)) {
          continue;
        }
        String what = role + " " + route.method() + " " + route.path();
        ApiCaller.Response answer = caller.call(route.method(), concrete(route, "default"), "");
        boolean isAllowed = route.permission().isGivenTo(role);
        assertThat(answer.status() == 403 && answer.code().equals("forbidden"))
            .as(what + ": " + answer.body())
            .isEqualTo(!isAllowed);
        assertThat(answer.status()).as(what).isNotEqualTo(401).isLessThan(500);
      }
    }
  }

  @Test
  void nothingIsAnsweredWithoutAToken() {
    String agent = server.tokens().issue("a1", List.of(), "test").text();
    for (Route route : server.routes()) {
      if (route.permission() == Permission.PUBLIC) {
        continue;
      }
      for (String token : List.of("", "pawl_user_x", agent)) {
        ApiCaller.Response answer =
            admin.as(token).call(route.method(), concrete(route, "default"), "{}");
        assertThat(answer.status()).as("%s with '%s'", route, token).isEqualTo(401);
      }
    }
  }

  @Test
  void anotherOrgDoesNotExist() {
    createOrg("acme");
    ApiCaller caller = caller("default", "eve", Role.ADMIN);
    for (Route route : server.routes()) {
      if (route.path().contains("{org}")) {
        for (String org : List.of("acme", "nobody")) {
          ApiCaller.Response answer = caller.call(route.method(), concrete(route, org), "{}");
          assertThat(answer.status()).as("%s of %s", route, org).isEqualTo(404);
          assertThat(answer.body()).contains("there is no org '%s'".formatted(org));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/orgs/default/runs;x=1",
        "/api/v1/orgs;/default/runs",
        "/api/v1/orgs/default;a/runs",
        "/api/v1/orgs/default%2fruns",
        "/api/v1/orgs/default/runs%2F",
        "/api/v1/orgs/acme%2f..%2fdefault/runs",
        "/api/v1//orgs/default/runs",
        "//api/v1/orgs/default/runs",
        "/api/v1/orgs/default//runs",
        "/api/v1/orgs/./default/runs",
        "/api/v1/orgs/acme/../default/runs",
        "/api/v1/orgs/%2e/runs",
        "/api/v1/orgs/%2e%2e/runs",
        "/api/v1/orgs/default/%72uns",
        "/API/v1/orgs/default/runs",
        "/api/v1/orgs/default/RUNS",
        "/api/v1/orgs/default/runs/",
        "/api/v1/orgs/default/runs/%00",
        "/api/v1/orgs/default/runs/%zz",
        "/api/v1/orgs/default/runs/%c0%af",
        "/api/v1/orgs/default/runs/none/jobs/a%2Fb/cancel",
        "/api/v1/orgs/%64efault%20/runs"
      })
  void aPathThatCouldBeReadInTwoWaysIsNotFound(String path) {
    for (String method : List.of("GET", "POST", "DELETE")) {
      try (var raw = new RawConnection(server.port())) {
        String answer =
            raw.send(
                    "%s %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .formatted(method, path, admin.token()))
                .untilClosed()
                .text();
        assertThat(answer).as(method).containsPattern("^HTTP/1.1 (404|405|400)");
      }
    }
  }

  @Test
  void otherMethodsAreNotAllowed() {
    for (String method : List.of("PUT", "PATCH", "DELETE", "OPTIONS")) {
      assertThat(admin.call(method, RUNS, "{}").status()).as(method).isEqualTo(405);
    }
  }

  @Test
  void nobodyGivesARoleThatTheyDoNotHave() {
    ApiCaller boss = caller("default", "boss", Role.ADMIN);
    String path = "/api/v1/orgs/default/tokens";
    assertThat(boss.post(path, "{\"name\": \"x\", \"role\": \"server_admin\"}").status())
        .isEqualTo(403);
    ApiCaller.Response made = boss.post(path, "{\"name\": \"x\", \"role\": \"viewer\"}");
    assertThat(made.status()).isEqualTo(201);
    ApiCaller viewer = admin.as(made.json().get("token").asString());
    assertThat(viewer.get("/api/v1/whoami").json().get("role").asString()).isEqualTo("viewer");
    String id = made.json().get("id").asString();
    assertThat(boss.call("DELETE", path + "/" + id, "").status()).isEqualTo(200);
    assertThat(viewer.get("/api/v1/whoami").status()).isEqualTo(401);
  }

  @Test
  void aRunnerCancelsOnlyTheirOwnRuns() {
    ApiCaller ann = caller("default", "ann", Role.RUNNER);
    ApiCaller bob = caller("default", "bob", Role.RUNNER);
    String run = ann.run("default", QUEUED);
    ApiCaller.Response refused = bob.post(RUNS + "/" + run + "/cancel", "");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("started by person:ann");
    assertThat(bob.post(RUNS + "/" + run + "/jobs/build/cancel", "").status()).isEqualTo(403);
    assertThat(ann.post(RUNS + "/" + run + "/cancel", "").status()).isEqualTo(202);
  }
}
