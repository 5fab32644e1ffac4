package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.auth.Role;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Maintenance of a live server by its API.
@Timeout(120)
class MaintenanceApiTest extends ApiTestBase {

  private static final String ORG = "/api/v1/orgs/default";

  @TempDir Path elsewhere;

  private void damage(String statement) throws SQLException {
    try (Connection beside =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("pawl.db"));
        Statement sql = beside.createStatement()) {
      sql.executeUpdate(statement);
    }
  }

  private JsonNode doctor() {
    return answer("/doctor", "{\"all\": true}");
  }

  private JsonNode answer(String path, String body) {
    ApiCaller.Response answer = admin.post(ORG + path, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void aHealthyServerSaysSo() {
    admin.run("default", QUEUED);
    JsonNode health = doctor();
    assertThat(health.path("healthy").asBoolean()).isTrue();
    assertThat(health.path("findings")).isEmpty();
    assertThat(health.path("checked").asInt()).isPositive();
    assertThat(health.path("next").isNull()).isTrue();
  }

  @Test
  void rowsAreRebuiltAndTheServerGoesOn() throws SQLException {
    String run = admin.run("default", QUEUED);
    damage("UPDATE run SET message = 'nonsense' WHERE id = '%s'".formatted(run));
    JsonNode finding = doctor().path("findings").path(0);
    assertThat(finding.path("check").asString()).isEqualTo("rows_differ");
    assertThat(finding.path("subject").asString()).isEqualTo(run);
    assertThat(finding.path("repairable").asBoolean()).isTrue();
    JsonNode repair = answer("/doctor/repair", "").path("repairs").path(0);
    assertThat(repair.path("repaired").asBoolean()).as(repair.toString()).isTrue();
    assertThat(doctor().path("healthy").asBoolean()).isTrue();
    assertThat(admin.get(RUNS + "/" + run + "/journal").body())
        .contains("REBUILD", "person:maintainer");
    // The orchestrator has an older run in its cache.
    assertThat(admin.post(RUNS + "/" + run + "/cancel", "{}").status()).isEqualTo(202);
    assertThat(doctor().path("healthy").asBoolean()).isTrue();
  }

  @Test
  void aHealthCheckNeverRunsInTheServer() {
    assertThat(admin.post(ORG + "/doctor/repair", "{\"reset\": \"npm\"}").status()).isEqualTo(404);
    String profile =
        """
        {"failureThreshold": 1, "cooldownSeconds": 60, "successThreshold": 1, "healthCheck": "touch %s"}
        """
            .formatted(elsewhere.resolve("ran"));
    ApiCaller.Response set = admin.call("PUT", ORG + "/tools/npm", profile);
    assertThat(set.status()).as(set.body()).isEqualTo(200);
    ApiCaller.Response refused = admin.post(ORG + "/doctor/repair", "{\"reset\": \"npm\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("health_check_required");
    assertThat(refused.body()).contains("force");
    answer("/doctor/repair", "{\"reset\": \"npm\", \"force\": true}");
    assertThat(elsewhere.resolve("ran")).doesNotExist();
  }

  @Test
  void endedRunsArePruned() {
    String ended = admin.run("default", QUEUED);
    String open = admin.run("default", QUEUED);
    admin.post(RUNS + "/" + ended + "/cancel", "{\"force\": true}");
    assertThat(answer("/prune", "{\"keepRuns\": 0, \"dryRun\": true}").path("runs").asInt())
        .isEqualTo(1);
    assertThat(admin.get(RUNS + "/" + ended).status()).isEqualTo(200);
    JsonNode pruned = answer("/prune", "{\"keepRuns\": 0, \"keepLogDays\": 1}");
    assertThat(pruned.path("runs").asInt()).isEqualTo(1);
    assertThat(pruned.path("complete").asBoolean()).isTrue();
    assertThat(admin.get(RUNS + "/" + ended).status()).isEqualTo(404);
    assertThat(admin.get(RUNS + "/" + open).status()).isEqualTo(200);
    assertThat(doctor().path("healthy").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"keepDays\": -1}",
        "{\"keepDays\": 99999999}",
        "{\"keepLogDays\": 1, \"dryRun\": true}"
      })
  void pruningNeedsALimit(String body) {
    assertThat(admin.post(ORG + "/prune", body).status()).isEqualTo(400);
  }

  @Test
  void aBackupIsAPrivateCopy() throws IOException {
    String run = admin.run("default", QUEUED);
    Path file = elsewhere.resolve("copy.db");
    JsonNode copied = answer("/backup", "{\"file\": \"%s\"}".formatted(file));
    assertThat(copied.path("complete").asBoolean()).isTrue();
    assertThat(copied.path("journals").asInt()).isPositive();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (SqliteStore copy = SqliteStore.open(file, InstantSource.system(), "")) {
      assertThat(copy.run(new RunId(run))).isPresent();
    }
    ApiCaller.Response again = admin.post(ORG + "/backup", "{\"file\": \"%s\"}".formatted(file));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("the file exists");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"file\": \"copy.db\"}", "{\"file\": \"/\\u0000\"}"})
  void aBackupNeedsAnAbsolutePath(String body) {
    assertThat(admin.post(ORG + "/backup", body).status()).isEqualTo(400);
  }

  @Test
  void anAdminOfAnOrgMayNotMaintainTheServer() {
    ApiCaller owner = caller("default", "ann", Role.ADMIN);
    for (String path : new String[] {"/doctor", "/doctor/repair", "/prune", "/backup"}) {
      assertThat(owner.post(ORG + path, "{}").status()).as(path).isEqualTo(403);
    }
  }
}
