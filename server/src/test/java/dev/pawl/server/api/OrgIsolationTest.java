package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.auth.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two orgs that cannot see each other, by any id.
@Timeout(60)
class OrgIsolationTest extends ApiTestBase {

  @Test
  void anIdOfAnotherOrgDoesNotExist() {
    assertThat(admin.post("/api/v1/orgs", "{\"id\": \"acme\"}").status()).isEqualTo(201);
    ApiCaller ann = caller("default", "ann", Role.ADMIN);
    ApiCaller bob = caller("acme", "bob", Role.ADMIN);
    String run = ann.run("default", QUEUED);
    String others = bob.run("acme", QUEUED);
    String token = server.token("default", "x", Role.VIEWER);
    String tokenId = token.split("_", -1)[2];

    String base = "/api/v1/orgs/acme";
    for (String path :
        List.of(
            "/runs/" + run,
            "/runs/" + run + "/why",
            "/runs/" + run + "/journal",
            "/runs/" + run + "/events",
            "/runs/" + run + "/jobs/build/why",
            "/runs/" + run + "/jobs/build/logs")) {
      assertThat(bob.get(base + path).status()).as(path).isEqualTo(404);
      assertThat(admin.get(base + path).status()).as(path).isEqualTo(404);
    }
    for (String path :
        List.of(
            "/runs/" + run + "/cancel",
            "/runs/" + run + "/rerun",
            "/runs/" + run + "/approve",
            "/runs/" + run + "/jobs/build/cancel",
            "/runs/" + run + "/jobs/build/retry")) {
      assertThat(bob.post(base + path, "").status()).as(path).isEqualTo(404);
    }
    assertThat(bob.call("DELETE", base + "/tokens/" + tokenId, "").status()).isEqualTo(404);

    assertThat(ids(ann, "default")).containsExactly(run);
    assertThat(ids(bob, "acme")).containsExactly(others);
    assertThat(ann.get(RUNS + "/" + run).json().get("number").asInt()).isEqualTo(1);
    assertThat(bob.get(base + "/runs/" + others).json().get("number").asInt()).isEqualTo(1);
    assertThat(ann.get("/api/v1/orgs").json().at("/items")).hasSize(1);
    assertThat(admin.get("/api/v1/orgs").json().at("/items")).hasSize(2);
    assertThat(bob.get(base + "/queue").json().at("/items")).hasSize(1);
  }

  private static List<String> ids(ApiCaller caller, String org) {
    return caller
        .get("/api/v1/orgs/" + org + "/runs")
        .json()
        .at("/items")
        .valueStream()
        .map(run -> run.get("id").asString())
        .toList();
  }

  @Test
  void anOrgIsCreatedOnce() {
    assertThat(admin.post("/api/v1/orgs", "{\"id\": \"acme\"}").status()).isEqualTo(201);
    assertThat(admin.post("/api/v1/orgs", "{\"id\": \"acme\"}").code()).isEqualTo("exists");
    for (String id : List.of("", "A", "a:b", "-a", "a/b", "a".repeat(64))) {
      assertThat(admin.post("/api/v1/orgs", "{\"id\": \"%s\"}".formatted(id)).status())
          .as(id)
          .isEqualTo(400);
    }
  }
}
