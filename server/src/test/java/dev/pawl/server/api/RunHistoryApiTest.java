package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// A run as it was at each entry of its journal, and its journal page by page.
@Timeout(60)
class RunHistoryApiTest extends ApiTestBase {

  private String cancelledRun() {
    String run = admin.run("default", QUEUED);
    assertThat(admin.post(RUNS + "/" + run + "/cancel", "").status()).isEqualTo(202);
    return run;
  }

  @Test
  void everyEntryShowsTheStateThatItLedTo() {
    String run = cancelledRun();
    List<JsonNode> lines = journal(run, 200);
    assertThat(lines).isNotEmpty();
    for (JsonNode line : lines) {
      JsonNode then = admin.get(RUNS + "/" + run + "?at=" + line.get("seq").asString()).json();
      boolean isOver = !then.get("endedAt").isNull();
      assertThat(isOver).isEqualTo(then.get("state").asString().equals("cancelled"));
    }
    JsonNode first = admin.get(RUNS + "/" + run + "?at=1").json();
    assertThat(first.get("state").asString()).isEqualTo("queued");
    assertThat(first.at("/jobs/0/state").asString()).isEqualTo("queued");
    JsonNode before = admin.get(RUNS + "/" + run + "?at=0").json();
    assertThat(before.get("state").asString()).isEqualTo("created");
    assertThat(before.get("jobs")).isEmpty();
    JsonNode last = admin.get(RUNS + "/" + run + "?at=100000").json();
    assertThat(last.at("/jobs/0/state").asString()).isEqualTo("cancelled");
    assertThat(last.get("jobs")).isEqualTo(admin.get(RUNS + "/" + run).json().get("jobs"));
  }

  private List<JsonNode> journal(String run, int limit) {
    List<JsonNode> lines = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page =
          admin.get(RUNS + "/" + run + "/journal?limit=" + limit + "&cursor=" + cursor).json();
      page.get("items").forEach(lines::add);
      if (page.get("next").isNull()) {
        return lines;
      }
      cursor = page.get("next").asString();
    }
  }

  @Test
  void theJournalIsTheSameInPagesOfAnySize() {
    String run = cancelledRun();
    List<JsonNode> whole = journal(run, 200);
    for (int limit = 1; limit < 6; limit++) {
      assertThat(journal(run, limit)).isEqualTo(whole);
    }
    assertThat(whole).allSatisfy(line -> assertThat(line.get("message").asString()).isNotEmpty());
  }

  @Test
  void whatHasNotChangedIsNotSentAgain() {
    String run = cancelledRun();
    String etag = admin.get(RUNS + "/" + run).raw().headers().firstValue("ETag").orElseThrow();
    ApiCaller.Response again =
        admin.send(admin.request(RUNS + "/" + run).header("If-None-Match", etag).GET());
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }
}
