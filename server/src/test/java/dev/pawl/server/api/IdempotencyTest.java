package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.RetryJob;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.StoredAnswer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A request that is sent twice with the same key happens once.
@Timeout(60)
class IdempotencyTest extends ApiTestBase {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String BODY =
      "{\"file\": \"w.yml\", \"workflow\": \"on: push\\njobs: {build: {runs-on: x, steps: [{run: a}]}}\"}";

  private ApiCaller.Response post(String path, String key, String body) {
    return admin.send(
        admin.request(path).header("Idempotency-Key", key).POST(BodyPublishers.ofString(body)));
  }

  private int runs() {
    return admin.get(RUNS).json().get("items").size();
  }

  @Test
  void theSameKeyMakesOneRun() {
    ApiCaller.Response first = post(RUNS, "k1", BODY);
    ApiCaller.Response second = post(RUNS, "k1", BODY);
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(runs()).isEqualTo(1);
    assertThat(post(RUNS, "k2", BODY).json().get("number").asInt()).isEqualTo(2);
  }

  @Test
  void theAnswerIsWrittenByTheCommit() {
    var run = new RunId(admin.run("default", QUEUED));
    var rows = server.store().idempotencyKeys();
    var answer = new StoredAnswer("t1", "POST /x", "k1", "p1:1", 202, "{}");
    assertThat(rows.claim(answer, "hash", NOW, Instant.EPOCH)).isEmpty();
    var cancel = new CancelRun(Actor.person("ann"), false, "cancelled by ann");
    assertThat(server.orchestrator().submit(run, cancel, Optional.of(answer)).join())
        .isInstanceOf(Decision.Accepted.class);
    assertThat(rows.claim(answer, "hash", NOW, Instant.EPOCH).orElseThrow().status())
        .isEqualTo(202);
  }

  @Test
  void aRefusedRequestWritesNoAnswer() {
    var run = new RunId(admin.run("default", QUEUED));
    var rows = server.store().idempotencyKeys();
    var answer = new StoredAnswer("t1", "POST /x", "k1", "p1:1", 202, "{}");
    assertThat(rows.claim(answer, "hash", NOW, Instant.EPOCH)).isEmpty();
    var retry = new RetryJob(0, Actor.person("ann"));
    assertThat(server.orchestrator().submit(run, retry, Optional.of(answer)).join())
        .isInstanceOf(Decision.Refused.class);
    assertThat(rows.claim(answer, "hash", NOW, Instant.EPOCH).orElseThrow().status()).isZero();
  }

  @Test
  void aKeyIsForOneRequest() {
    assertThat(post(RUNS, "k1", BODY).status()).isEqualTo(201);
    ApiCaller.Response other = post(RUNS, "k1", BODY.replace("w.yml", "v.yml"));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("idempotency_key_reused");
    String run = post(RUNS, "k1", BODY).json().get("id").asString();
    assertThat(post(RUNS + "/" + run + "/cancel", "k1", "{}").status())
        .as("of another route")
        .isEqualTo(202);
    assertThat(post(RUNS + "/" + run + "/cancel", "k1", "{}").status()).isEqualTo(202);
    assertThat(post(RUNS + "/" + run + "/cancel", "k3", "{}").code()).isEqualTo("already_ended");
    assertThat(post(RUNS + "/" + run + "/cancel", "k3", "{}").code()).isEqualTo("already_ended");
  }

  @Test
  void manyAtOnceMakeOneRun() {
    List<ApiCaller.Response> answers =
        Stream.generate(() -> "k").limit(16).parallel().map(key -> post(RUNS, key, BODY)).toList();
    assertThat(runs()).isEqualTo(1);
    assertThat(answers).anyMatch(answer -> answer.status() == 201);
    assertThat(answers)
        .allMatch(
            answer -> answer.status() == 201 || answer.code().equals("idempotency_key_in_use"));
  }

  @Test
  void aTokenIsNotStored() {
    String path = "/api/v1/orgs/default/tokens";
    ApiCaller.Response made = post(path, "k1", "{\"name\": \"x\", \"role\": \"viewer\"}");
    assertThat(made.body()).contains("pawl_user_");
    ApiCaller.Response again = post(path, "k1", "{\"name\": \"x\", \"role\": \"viewer\"}");
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).doesNotContain("pawl_user_").contains("not stored");
  }
}
