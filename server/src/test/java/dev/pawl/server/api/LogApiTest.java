package dev.pawl.server.api;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRef;
import dev.pawl.server.logs.LogStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The log of a step, in all the ways in which it can be read.
@Timeout(60)
class LogApiTest extends ApiTestBase {

  private static final String TEXT =
      IntStream.rangeClosed(1, 500)
          .mapToObj(line -> line == 77 ? "Error: boom (a/b.c:3:9)" : "line " + line)
          .collect(Collectors.joining("\n", "", "\n"));

  private String logs = "";
  private String run = "";

  /// A job that runs, of whose first step there is a log.
  @BeforeEach
  void startJob() throws InterruptedException {
    run =
        admin.run(
            "default", "on: push\njobs: {build: {runs-on: linux, steps: [{run: make}, {run: b}]}}");
    var agent = new ScriptedAgent("a1", new ArrayList<>());
    server.orchestrator().receive(agent.registers(1, List.of("linux")), agent);
    ConditionAwaiter.is("a job is dispatched", () -> agent.dispatches().size() == 1);
    JobDispatch job = agent.dispatch();
    for (AgentMessage message : List.of(ack(job, 1), start(job, 2), step(job, 3, "running"))) {
      server.orchestrator().receive(message, agent);
    }
    append(0, TEXT);
    append(LogFrame.SUMMARY_INDEX, "# Built\n");
    logs = RUNS + "/" + run + "/jobs/build/logs";
    ConditionAwaiter.is("the step runs", () -> admin.get(logs + "?step=0").status() == 200);
  }

  private void append(int step, String text) {
    var ref = new LogRef(new RunId(run), new LeaseRef(new AttemptRef(0, 1), 1), step);
    try (var store = new LogStore(new LogFiles(directory.resolve("logs")))) {
      store.append(ref, 0, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private ApiCaller.Response range(String range) {
    return admin.send(admin.request(logs + "?step=0").header("Range", range).GET());
  }

  @Test
  void itIsReadByBytes() {
    assertThat(admin.get(logs).body()).isEqualTo(TEXT);
    assertThat(admin.get(logs + "?step=0").body()).isEqualTo(TEXT);
    ApiCaller.Response part = range("bytes=7-12");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(TEXT.substring(7, 13));
    assertThat(part.raw().headers().firstValue("Content-Range"))
        .contains("bytes 7-12/" + TEXT.length());
    assertThat(range("bytes=-9").body()).isEqualTo(TEXT.substring(TEXT.length() - 9));
    assertThat(range("bytes=4000-").body()).isEqualTo(TEXT.substring(4_000));
    assertThat(range("bytes=99999-").status()).isEqualTo(416);
    assertThat(range("lines=1-2").body()).isEqualTo(TEXT);
  }

  @Test
  void itIsReadByLines() {
    ApiCaller.Response lines = admin.get(logs + "?step=0&lines=10-12");
    assertThat(lines.body()).isEqualTo("line 10\nline 11\nline 12\n");
    assertThat(lines.raw().headers().firstValue("Pawl-Lines")).contains("500");
    ApiCaller.Response tail = admin.get(logs + "?step=0&tail=2");
    assertThat(tail.body()).isEqualTo("line 499\nline 500\n");
    assertThat(tail.raw().headers().firstValue("Pawl-First-Line")).contains("499");
    assertThat(admin.get(logs + "?step=0&lines=900-901").body()).isEmpty();
    for (String wrong : List.of("step=0&lines=0-1", "step=0&lines=3-2", "step=x", "tail=3")) {
      assertThat(admin.get(logs + "?" + wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(admin.get(logs + "?step=7").status()).isEqualTo(404);
    assertThat(admin.get(logs + "?attempt=2").status()).isEqualTo(404);
  }

  @Test
  void itIsSearched() {
    var found = admin.get(logs + "/search?step=0&q=line%2049").json();
    assertThat(found.get("items")).hasSize(11);
    assertThat(found.at("/items/0/line").asInt()).isEqualTo(49);
    assertThat(found.get("next").isNull()).isTrue();
    assertThat(admin.get(logs + "/search?step=0&q=e%20(1%7C2)%24&regex=true").json().get("items"))
        .hasSize(2);
    assertThat(admin.get(logs + "/search?step=0&q=(&regex=true").status()).isEqualTo(400);
    assertThat(admin.get(logs + "/search?step=0&q=(").json().get("items")).hasSize(1);
    assertThat(admin.get(logs + "/search?step=0").status()).isEqualTo(400);
    assertThat(admin.get(logs + "/search?step=0&q=line&cursor=499").json().get("items")).hasSize(2);
  }

  @Test
  void whatStepsLeaveForPeopleIsListed() {
    var annotation = admin.get(RUNS + "/" + run + "/annotations").json().at("/items/0");
    assertThat(annotation.get("level").asString()).isEqualTo("error");
    assertThat(annotation.get("message").asString()).isEqualTo("boom");
    assertThat(annotation.get("place").asString()).isEqualTo("a/b.c:3:9");
    assertThat(annotation.get("line").asInt()).isEqualTo(77);
    assertThat(admin.get(RUNS + "/" + run + "/summary").body()).isEqualTo("# Built\n\n");
  }

  @Test
  void aStepThatHasNotStartedIsFollowedToo() {
    assertThat(admin.get(logs + "?step=1").status()).isEqualTo(404);
    admin.post(RUNS + "/" + run + "/cancel", "{\"force\": true}");
    String events = admin.get(logs + "?step=1&follow").body();
    assertThat(events).as("it never will").contains("event: end\n").doesNotContain("event: log");
  }

  @Test
  void itIsFollowedUntilItsEnd() {
    admin.post(RUNS + "/" + run + "/cancel", "{\"force\": true}");
    String events = admin.get(logs + "?step=0&follow").body();
    assertThat(events).contains("id: " + TEXT.length() + "\n", "event: end\n");
    String rest =
        admin
            .send(admin.request(logs + "?step=0&follow").header("Last-Event-ID", "4390").GET())
            .body();
    assertThat(rest).contains(TEXT.substring(4_390).replace("\n", "\\n")).doesNotContain("line 48");
  }
}
