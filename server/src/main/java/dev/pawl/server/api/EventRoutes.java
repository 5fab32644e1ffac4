package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.VIEW;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.events.EventCursor;
import dev.pawl.server.events.EventFeed;
import dev.pawl.server.events.EventFollower;
import dev.pawl.server.events.LiveEvent;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Routes of live events: of an org, and of one run.
final class EventRoutes {

  private static final byte[] NOTHING = {};
  private static final String ORG = "/api/v1/orgs/{org}";

  private final EventFeed feed;
  private final RunReader reader;

  /// What was rendered last: followers at the same place are given the same events.
  private volatile Rendered last = new Rendered(List.of(), "", NOTHING);

  /// The text of events for an org.
  @SuppressWarnings("ArrayRecordComponent") // to be sent, never compared
  private record Rendered(List<LiveEvent> events, String org, byte[] text) {

    @SuppressWarnings("ReferenceEquality") // the same list, and not one that is compared for long
    boolean isOf(List<LiveEvent> others, String otherOrg) {
      return events == others && org.equals(otherOrg);
    }
  }

  EventRoutes(EventFeed feed, RunReader reader) {
    this.feed = feed;
    this.reader = reader;
  }

  List<Route> routes() {
    return List.of(
        Route.text(
            ORG + "/events",
            VIEW,
            "Follow the org: server-sent events run.status, job.status, step.status, agent.status and"
                + " breaker.status. `Last-Event-ID` goes on after an event.",
            this::ofOrg),
        Route.text(
            ORG + "/runs/{run}/events",
            VIEW,
            "Follow a run until it ends: server-sent events whose ids are sequence numbers of its"
                + " journal.",
            this::ofRun));
  }

  private Answer ofOrg(ApiRequest request) {
    Optional<EventCursor> from =
        request
            .header(EventStream.LAST_EVENT_ID)
            .map(id ->
                EventCursor.parse(id)
                    .orElseThrow(
                        () -> HttpProblem.badRequest("Last-Event-ID is not the id of an event")));
    return new Answer.Stream(response -> follow(response, request.org(), from));
  }

  private void follow(ServerResponse response, String org, Optional<EventCursor> from)
      throws InterruptedException {
    try (var follower = feed.follow(from);
        var stream = new EventStream(response)) {
      // A client that is cut off before the first event goes on from here.
      stream.write("id: %s\nevent: begin\ndata: {}\n\n".formatted(follower.cursor()));
      while (!follower.isEnded()) {
        List<LiveEvent> events = follower.next(EventStream.HEARTBEAT);
        if (follower.takeReset()) {
          stream.send(follower.cursor().toString(), "reset", "{}");
        }
        send(stream, org, events);
      }
    }
  }

  private void send(EventStream stream, String org, List<LiveEvent> events) {
    byte[] text = rendered(events, org);
    if (text.length > 0) {
      stream.write(text);
    } else if (events.isEmpty()) {
      stream.keepAlive();
    }
  }

  private byte[] rendered(List<LiveEvent> events, String org) {
    Rendered rendered = last;
    if (!rendered.isOf(events, org)) {
      var text = new StringBuilder();
      for (LiveEvent event : events) {
        if (event.org().equals(org)) {
          EventStream.append(text, event.cursor().toString(), event.name(), event.data());
        }
      }
      rendered = new Rendered(events, org, text.toString().getBytes(StandardCharsets.UTF_8));
      last = rendered;
    }
    return rendered.text();
  }

  private Answer ofRun(ApiRequest request) {
    RunRow run = reader.run(request.org(), request.path("run"));
    long after =
        request
            .header(EventStream.LAST_EVENT_ID)
            .map(id -> {
              if (!id.matches("[0-9]{1,18}")) {
                throw HttpProblem.badRequest("Last-Event-ID is not the id of an event of a run");
              }
              return Long.parseLong(id);
            })
            .orElse(0L);
    return new Answer.Stream(response -> followRun(response, request.org(), run, after));
  }

  /// Sends what the journal has after a place, and waits for more, until the run has ended.
  private void followRun(ServerResponse response, String org, RunRow run, long from)
      throws InterruptedException {
    long after = from;
    try (var follower = feed.follow(Optional.empty());
        var stream = new EventStream(response)) {
      while (!follower.isEnded()) {
        boolean isOver = isOver(org, run);
        List<LiveEvent> events = feed.ofRun(run.id(), after);
        for (LiveEvent event : events) {
          stream.send(Long.toString(event.seq()), event.name(), event.data());
          after = event.seq();
        }
        if (isOver && events.isEmpty()) {
          stream.send("", "end", "{}");
          return;
        }
        if (events.isEmpty()) {
          await(follower, stream, run);
        }
      }
    }
  }

  private static void await(EventFollower follower, EventStream stream, RunRow run)
      throws InterruptedException {
    boolean isChanged = false;
    while (!isChanged && !follower.isEnded()) {
      List<LiveEvent> events = follower.next(EventStream.HEARTBEAT);
      isChanged =
          follower.takeReset()
              || events.stream().anyMatch(event -> event.run().equals(run.id().value()));
      if (events.isEmpty()) {
        stream.keepAlive();
      }
    }
  }

  private boolean isOver(String org, RunRow run) {
    return reader
        .queries(org)
        .byId(run.id().value())
        .map(now -> RunMachine.MACHINE.isTerminal(Machine.ofWireName(RunState.class, now.state())))
        .orElse(true);
  }
}
