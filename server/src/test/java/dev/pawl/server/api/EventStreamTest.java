package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.auth.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/// Server-sent events: in order, each once, also across a reconnect.
@Timeout(60)
class EventStreamTest extends ApiTestBase {

  private static final JsonMapper JSON = JsonMapper.shared();

  /// One event.
  private record Event(String id, String name, String data) {
    String field(String field) {
      return JSON.readTree(data).path(field).asString("");
    }
  }

  /// A client that reads a stream.
  private static final class Stream implements AutoCloseable {
    private final BufferedReader lines;

    Stream(ApiCaller caller, String path, String lastId) throws Exception {
      HttpRequest.Builder request = caller.request(path);
      if (!lastId.isEmpty()) {
        request.header("Last-Event-ID", lastId);
      }
      HttpResponse<java.io.InputStream> answer =
          caller.client().send(request.build(), BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
      lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    Event next() throws IOException {
      String id = "";
      String name = "";
      String data = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && !name.isEmpty()) {
          return new Event(id, name, data);
        }
      }
      return new Event("", "closed", "{}");
    }

    /// The events up to one of that name and state.
    List<Event> until(String name, String state) throws IOException {
      List<Event> events = new ArrayList<>();
      while (true) {
        Event event = next();
        assertThat(event.name()).isNotEqualTo("closed");
        events.add(event);
        if (event.name().equals(name) && (state.isEmpty() || event.field("state").equals(state))) {
          return events;
        }
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static final String ORG = "/api/v1/orgs/default/events";

  @Test
  void anOrgIsFollowed() throws Exception {
    try (var stream = new Stream(admin, ORG, "")) {
      assertThat(stream.next().name()).isEqualTo("begin");
      String run = admin.run("default", QUEUED);
      List<Event> begin = stream.until("job.status", "queued");
      assertThat(begin).allMatch(event -> event.field("runId").equals(run));
      assertThat(begin.getLast().field("jobId")).isEqualTo("build");
      assertThat(begin.getLast().field("phase")).isEqualTo("pending");
      admin.post(RUNS + "/" + run + "/cancel", "");
      assertThat(stream.until("run.status", "cancelled")).isNotEmpty();
    }
  }

  @Test
  void aReconnectMissesAndRepeatsNothing() throws Exception {
    List<String> whole;
    String first = "";
    try (var stream = new Stream(admin, ORG, "")) {
      Event begin = stream.next();
      first = begin.id();
      String run = admin.run("default", QUEUED);
      admin.post(RUNS + "/" + run + "/cancel", "");
      whole = ids(stream.until("run.status", "cancelled"));
    }
    assertThat(whole).doesNotHaveDuplicates().hasSizeGreaterThan(3);
    for (int cut = 0; cut < whole.size(); cut++) {
      String last = cut == 0 ? first : whole.get(cut - 1);
      try (var stream = new Stream(admin, ORG, last)) {
        List<String> rest = new ArrayList<>();
        for (Event event = stream.next(); rest.size() < whole.size() - cut; event = stream.next()) {
          if (!event.name().equals("begin")) {
            rest.add(event.id());
            if (rest.size() == whole.size() - cut) {
              break;
            }
          }
        }
        assertThat(rest).isEqualTo(whole.subList(cut, whole.size()));
      }
    }
  }

  private static List<String> ids(List<Event> events) {
    return events.stream().map(Event::id).toList();
  }

  @Test
  void aRunIsFollowedUntilItsEnd() throws Exception {
    String run = admin.run("default", QUEUED);
    String path = RUNS + "/" + run + "/events";
    List<Event> all;
    try (var stream = new Stream(admin, path, "")) {
      stream.until("job.status", "queued");
      admin.post(RUNS + "/" + run + "/cancel", "");
      all = stream.until("end", "");
    }
    assertThat(all.get(all.size() - 2).field("state")).isEqualTo("cancelled");
    try (var stream = new Stream(admin, path, "1")) {
      List<Event> rest = stream.until("end", "");
      assertThat(rest.getFirst().id()).isEqualTo("2");
      assertThat(ids(rest)).doesNotHaveDuplicates();
    }
  }

  @Test
  void eventsOfAnotherOrgAreNotSent() throws Exception {
    createOrg("acme");
    ApiCaller bob = caller("acme", "bob", Role.ADMIN);
    try (var stream = new Stream(bob, "/api/v1/orgs/acme/events", "")) {
      assertThat(stream.next().name()).isEqualTo("begin");
      admin.run("default", QUEUED);
      String own = bob.run("acme", QUEUED);
      assertThat(stream.until("job.status", "queued"))
          .allMatch(event -> event.field("runId").equals(own));
    }
  }

  @Test
  void whatIsNotKeptIsAReset() throws Exception {
    admin.run("default", QUEUED);
    server
        .store()
        .database()
        .transact(sql ->
            sql.statement(
                    """
                    INSERT INTO pruned (aggregate, aggregate_id, number, state, ended_at, journal_seq, journal_hash, pruned_at)
                    SELECT aggregate, aggregate_id, 0, '', at, last_seq, hash, at FROM journal LIMIT 1
                    """)
                .update());
    server.store().database().transact(sql -> sql.statement("DELETE FROM journal").update());
    admin.run("default", QUEUED);
    try (var stream = new Stream(admin, ORG, "0.1")) {
      stream.until("reset", "");
    }
  }
}
