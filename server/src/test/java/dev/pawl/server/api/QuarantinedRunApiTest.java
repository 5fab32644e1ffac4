package dev.pawl.server.api;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.sql.TableReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A quarantined run, as people see it over HTTP and end it.
@Timeout(120)
class QuarantinedRunApiTest {

  private static final String WORKFLOW =
      """
      {"file": "w.yml", "workflow": "on: push\\njobs: {a: {runs-on: linux, steps: [{run: a}]}}"}
      """;

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ScriptedAgent agent = new ScriptedAgent("a1", new ArrayList<>());
  private String address = "";
  private String token = "";

  private HttpResponse<String> send(HttpRequest.Builder request) {
    return client
        .sendAsync(
            request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString())
        .join();
  }

  private HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(address + path)).POST(BodyPublishers.ofString(body)));
  }

  private String create() {
    return JsonMapper.shared().readTree(post("", WORKFLOW).body()).get("id").asString();
  }

  private JsonNode show(String run) {
    HttpResponse<String> shown = send(HttpRequest.newBuilder(URI.create(address + "/" + run)));
    assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(shown.body());
  }

  private HttpResponse<String> cancel(String run, boolean force) {
    return post("/" + run + "/cancel", "{\"force\": " + force + "}");
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    for (String statement : statements) {
      new TableReader(connection).execute(statement);
    }
  }

  private void hear(ApiServer server, AgentMessage... messages) throws InterruptedException {
    for (AgentMessage message : messages) {
      server.orchestrator().receive(message, agent);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "PostgreSQL"})
  void itSaysWhyAndAForcedCancelFreesWhatItHolds(String kind) throws Exception {
    DatabaseUnderTest database =
        kind.equals("SQLite") ? DatabaseUnderTest.sqlite(directory) : DatabaseUnderTest.postgres();
    try (var server = new ApiServer(directory, database.open());
        Connection beside = database.connect()) {
      token = server.adminToken();
      address = "http://127.0.0.1:%d/api/v1/orgs/default/runs".formatted(server.port());
      hear(server, agent.registers(1, List.of("linux")));
      String bad = create();
      ConditionAwaiter.is("its job is dispatched", () -> !agent.dispatches().isEmpty());
      JobDispatch job = agent.dispatch();
      hear(server, ack(job, 1), start(job, 2), step(job, 3, "running"));
      String next = create();
      ConditionAwaiter.is("it runs", () -> show(bad).get("state").asString().equals("running"));
      assertThat(show(bad).hasNonNull("quarantined")).isFalse();

      execute(beside, database.rejection("step", "NEW.run_id = '" + bad + "'"));
      hear(server, step(job, 4, "success"));
      ConditionAwaiter.is("it is quarantined", () -> show(bad).hasNonNull("quarantined"));
      JsonNode shown = show(bad);
      assertThat(shown.get("state").asString()).isEqualTo("running");
      assertThat(shown.at("/quarantined/reason").asString())
          .contains("the store rejects", "poison")
          .doesNotContain("Where:", "Detail:");
      assertThat(shown.at("/quarantined/orchestrator").asString()).isEqualTo("o1");
      assertThat(shown.at("/quarantined/advice").asString()).contains("{\"force\": true}");
      assertThat(cancel(bad, false))
          .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(409))
          .satisfies(answer ->
              assertThat(answer.body()).contains("is quarantined", "End it by a forced cancel"));
      assertThat(show(next).at("/jobs/0/state").asString()).isEqualTo("queued");

      execute(beside, database.rejection("attempt", "NEW.run_id = '" + bad + "'"));
      assertThat(cancel(bad, true))
          .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(409))
          .satisfies(answer ->
              assertThat(answer.body())
                  .contains("cannot be ended", "mend the store")
                  .doesNotContain("End it by a forced cancel"));
      execute(beside, database.rejectionDropped("attempt"));
      assertThat(cancel(bad, true).statusCode()).isEqualTo(202);
      JsonNode ended = show(bad);
      assertThat(ended.get("state").asString()).isEqualTo("cancelled");
      assertThat(ended.get("message").asString())
          .contains("force-cancelled by maintainer", "it was quarantined");
      assertThat(ended.hasNonNull("quarantined")).isFalse();
      ConditionAwaiter.is(
          "its agent is told",
          () -> agent.received().stream().anyMatch(JobCancel.class::isInstance));
      ConditionAwaiter.is(
          "its slot is the next run's", () -> agent.dispatch().runId().equals(next));
      assertThat(cancel(bad, true).statusCode()).isEqualTo(409);
    }
  }
}
