package dev.pawl.server.api;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ScriptedAgent;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Health and metrics of a server, as load balancers and monitoring see them.
@Timeout(120)
class HealthTest extends ApiTestBase {

  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_]+)(\\{(?:[a-z_]+=\"[^\"\\\\]*\",?)+})? (-?[0-9.]+(?:E-?[0-9]+)?)");

  private static final Pattern TYPE = Pattern.compile("# TYPE ([a-z_]+) (counter|gauge|histogram)");

  @TempDir private Path elsewhere;

  /// Reads the text format of Prometheus; fails at what is none.
  private Map<String, Double> metrics() {
    ApiCaller.Response answer = admin.as("").get("/metrics");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.raw().headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    assertThat(answer.body()).endsWith("\n");
    Map<String, String> types = new LinkedHashMap<>();
    Map<String, Double> samples = new LinkedHashMap<>();
    for (String line : answer.body().lines().toList()) {
      Matcher type = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (type.matches()) {
        assertThat(types.put(type.group(1), type.group(2))).as(line).isNull();
      } else if (!line.startsWith("# HELP ")) {
        assertThat(sample.matches()).as(line).isTrue();
        String family = sample.group(1).replaceAll("_(bucket|sum|count)$", "");
        assertThat(types)
            .as(line)
            .containsKeys(types.containsKey(family) ? family : sample.group(1));
        String key = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
        assertThat(samples.put(key, Double.valueOf(sample.group(3)))).as(line).isNull();
      }
    }
    return samples;
  }

  @Test
  void countersMoveWhenARunRuns() throws InterruptedException {
    var agent = new ScriptedAgent("a1", new ArrayList<>());
    server.orchestrator().receive(agent.registers(1, List.of("linux")), agent);
    String run = admin.run("default", "on: push\njobs: {a: {runs-on: linux, steps: [{run: a}]}}");
    admin.run("default", QUEUED);
    ConditionAwaiter.is("its job is dispatched", () -> !agent.dispatches().isEmpty());
    JobDispatch job = agent.dispatch();
    server.orchestrator().receive(ack(job, 1), agent);
    server.orchestrator().receive(start(job, 2), agent);
    server.orchestrator().receive(ScriptedAgent.step(job, 3, "running"), agent);
    server.orchestrator().receive(ScriptedAgent.step(job, 4, "success"), agent);
    server.orchestrator().receive(complete(job, 5, "success", "ok"), agent);
    ConditionAwaiter.is(
        "the run ends",
        () -> admin.get(RUNS + "/" + run).json().path("state").asString().equals("success"));
    admin.post(RUNS + "/" + run + "/cancel", "{}");

    Map<String, Double> metrics = metrics();
    assertThat(metrics)
        .containsEntry(
            "cicd_pipeline_run_duration_seconds_count{cicd_pipeline_result=\"success\"}", 1.0)
        .containsEntry(
            "cicd_pipeline_run_duration_seconds_bucket{cicd_pipeline_result=\"success\",le=\"+Inf\"}",
            1.0)
        .containsEntry("cicd_pipeline_run_active{cicd_pipeline_run_state=\"pending\"}", 1.0)
        .containsEntry("pawl_transitions_total{machine=\"lease\",event=\"ACK\"}", 1.0)
        .containsEntry("pawl_transitions_total{machine=\"lease\",event=\"COMPLETE\"}", 1.0)
        .containsEntry("pawl_rejections_total{machine=\"run\"}", 1.0)
        .containsEntry("pawl_lease_expiries_total", 0.0)
        .containsEntry("pawl_queue_depth", 1.0)
        .containsEntry("pawl_quarantined_runs", 0.0)
        .containsKeys("pawl_lag_seconds", "pawl_commit_conflicts_total");
    assertThat(metrics.get("pawl_commits_total")).isGreaterThan(3);
    assertThat(metrics.get("pawl_batch_changes_count"))
        .isEqualTo(metrics.get("pawl_commits_total"));
    ConditionAwaiter.is(
        "buffers are sampled",
        () -> metrics().containsKey("pawl_buffer_used{buffer=\"Inbox.queue\"}"));
    String text = admin.as("").get("/metrics").body();
    assertThat(text).doesNotContain(run, "maintainer");
  }

  @Test
  void aServerSaysThatItIsReadyAndHowFarBehind() {
    ApiCaller.Response answer = admin.as("").get("/readyz");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).matches("ready\nlag [0-9.]+ s\n");
  }

  @Test
  void deadlinesOfAQuarantinedRunAreNotLate() throws SQLException {
    String run = admin.run("default", QUEUED);
    try (var beside = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("pawl.db"));
        var sql = beside.createStatement()) {
      sql.executeUpdate(
          "INSERT INTO quarantine (run_id, reason, at, orchestrator, ended) VALUES ('%s', '', '2026-01-01T00:00:00.000Z', 'o', FALSE)"
              .formatted(run));
      sql.executeUpdate("UPDATE run SET due_at = '2026-01-01T00:00:00.000Z'");
    }
    assertThat(admin.as("").get("/readyz").status()).as("nobody may act on it").isEqualTo(200);
  }

  @Test
  @Timeout(8) // less than requests have to finish
  void aStopDoesNotWaitForIdleConnections() {
    try (var other = new ApiServer(elsewhere)) {
      var caller = new ApiCaller(client, other.port(), other.adminToken());
      assertThat(caller.get("/api/v1/whoami").status()).isEqualTo(200);
    }
  }

  @Test
  void aServerThatIsAboutToStopIsNotReady() {
    server.announceStop();
    ApiCaller.Response answer = admin.as("").get("/readyz");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.code()).isEqualTo("unavailable");
    assertThat(answer.body()).contains("the server is stopping");
    assertThat(admin.as("").get("/healthz").status()).isEqualTo(200);
    assertThat(admin.get(RUNS).status()).as("requests are still answered").isEqualTo(200);
  }
}
