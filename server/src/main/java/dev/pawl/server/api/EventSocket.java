package dev.pawl.server.api;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.events.EventFollower;
import dev.pawl.server.events.LiveEvent;
import dev.pawl.server.http.Authentication;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Router;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import io.helidon.http.DirectHandler;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The live events of an org as messages of a WebSocket, and the request to cancel a run. One
/// thread writes; what the reading thread has to say goes through a bounded queue.
final class EventSocket implements WsListener {

  static final String PATH = "/api/v1/orgs/{org}/stream";

  private static final Logger LOG = LoggerFactory.getLogger(EventSocket.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String CANCEL = "run.cancel.request";
  private static final int MOST_REPLIES = 100;
  private static final int ORG_SEGMENT = 4;

  /// Longest delay of a reply.
  private static final Duration REPLY_DELAY = Duration.ofMillis(100);

  private final ApiServices services;
  private final Authentication authentication;
  private final Router router;
  private final ArrayBlockingQueue<String> replies = new ArrayBlockingQueue<>(MOST_REPLIES);
  private String org = "";
  private @Nullable Principal principal;
  private volatile boolean isClosed;

  EventSocket(ApiServices services, Authentication authentication, Router router) {
    this.services = services;
    this.authentication = authentication;
    this.router = router;
  }

  @Override
  public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) {
    try {
      authentication.requireSameOrigin(headers);
      Principal caller = authentication.authenticate(headers);
      org = prologue.uriPath().rawPath().split("/", -1)[ORG_SEGMENT];
      router.requireOrg(org, caller);
      principal = caller;
      return Optional.empty();
    } catch (HttpProblem problem) {
      throw RequestException.builder()
          .type(DirectHandler.EventType.OTHER)
          .status(problem.status())
          .message(String.valueOf(problem.getMessage()))
          .setKeepAlive(false)
          .build();
    }
  }

  private Principal caller() {
    return Objects.requireNonNull(principal, "authenticated by the upgrade");
  }

  @Override
  public void onOpen(WsSession session) {
    Thread reader = Thread.currentThread();
    Thread writer =
        Thread.ofVirtual().name("stream-" + caller().user()).start(() -> write(session));
    Thread.ofVirtual().start(() -> end(reader, writer));
  }

  /// Ends the writer when the connection has: Helidon reports none that just breaks off.
  private void end(Thread reader, Thread writer) {
    try {
      reader.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    isClosed = true;
    writer.interrupt();
  }

  private void write(WsSession session) {
    try (EventFollower follower = services.events().follow(Optional.empty())) {
      while (!isClosed && !follower.isEnded()) {
        for (LiveEvent event : follower.next(REPLY_DELAY)) {
          if (event.org().equals(org)) {
            session.send(message(event), true);
          }
        }
        for (String reply = replies.poll(); reply != null; reply = replies.poll()) {
          session.send(reply, true);
        }
      }
      session.close(WsCloseCodes.GOING_AWAY, "the server is stopping");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.debug("a stream of events has ended", e);
    }
  }

  private static String message(LiveEvent event) {
    return "{\"type\":\"%s\",\"id\":\"%s\",\"data\":%s}"
        .formatted(event.name(), event.cursor(), event.data());
  }

  @Override
  public void onMessage(WsSession session, String text, boolean isLast) {
    ObjectNode reply = JSON.createObjectNode();
    try {
      JsonNode asked = JSON.readTree(text);
      String type = asked.path("type").asString("");
      String run = asked.path("runId").asString("");
      reply.put("type", CANCEL + ".reply").put("runId", run);
      if (!isLast || !type.equals(CANCEL)) {
        throw HttpProblem.badRequest("unknown message: the stream takes " + CANCEL);
      }
      cancel(run, asked.path("force").asBoolean(false));
      reply.put("accepted", true);
    } catch (JacksonException _) {
      reply.put("accepted", false).put("code", "bad_request").put("detail", "it is no JSON");
    } catch (HttpProblem problem) {
      reply.put("accepted", false).put("code", problem.code()).put("detail", problem.getMessage());
    }
    if (!replies.offer(JSON.writeValueAsString(reply))) {
      throw new IllegalStateException("a client sends faster than it reads");
    }
  }

  private void cancel(String id, boolean isForced) {
    Principal caller = caller();
    if (!Permission.CANCEL.isGivenTo(caller.role())) {
      throw HttpProblem.forbidden("this needs the role " + Permission.CANCEL.needed());
    }
    RunRow run =
        services
            .store()
            .queries(org)
            .byId(id)
            .orElseThrow(() -> HttpProblem.notFound("there is no run '%s'".formatted(id)));
    RunRoutes.requireMayCancel(caller, run);
    String why = "%s by %s".formatted(isForced ? "force-cancelled" : "cancelled", caller.user());
    Decisions.accepted(
        services
            .orchestrator()
            .submit(new RunId(id), new CancelRun(caller.actor(), isForced, why)));
  }
}
