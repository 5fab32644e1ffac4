package dev.pawl.simulation.chaos;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.orchestrator.Orchestrator;
import java.io.IOException;
import java.net.Socket;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The server's end of a connection: with an agent, one message a line, or with the workload. A
/// `ping` is answered by `pong`.
final class ServerConnection implements AgentLink {

  private final LineConnection lines;
  private final Orchestrator orchestrator;
  private final String owner;

  ServerConnection(Socket socket, Orchestrator orchestrator, String owner) throws IOException {
    this.lines = new LineConnection(socket);
    this.orchestrator = orchestrator;
    this.owner = owner;
  }

  void start() {
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try {
      try {
        for (String line = lines.next(); line != null; line = lines.next()) {
          heard(line);
        }
      } catch (IOException _) {
        // It is gone.
      }
      lines.close();
      orchestrator.disconnected(this);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void heard(String line) throws InterruptedException {
    if (line.equals(LineConnection.PING)) {
      lines.send(LineConnection.PONG);
    } else if (line.startsWith("{")) {
      orchestrator.receive((AgentMessage) MessageCodec.decode(line).orElseThrow(), this);
    } else {
      String[] words = line.split(" ", -1);
      var id = new RunId(words[1]);
      switch (words[0]) {
        case "create" -> create(id, Long.parseLong(words[2]), PlanShape.valueOf(words[3]));
        case "cancel" -> cancel(id, Boolean.parseBoolean(words[2]));
        default -> throw new IllegalArgumentException(line);
      }
    }
  }

  /// Answers once the cancel is durable, or that the run was over or cancelled already.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void cancel(RunId id, boolean force) {
    orchestrator
        .submit(id, new CancelRun(Actor.person("user-1"), force, "cancelled by user-1"))
        .whenComplete((decision, _) ->
            lines.send(
                switch (decision) {
                      case Decision.Accepted _ -> "cancelled ";
                      case Decision.Late _ -> "late ";
                      case Decision.Refused(var refusal) when isLate(refusal) -> "late ";
                      case null, default -> "failed ";
                    }
                    + id));
  }

  private static boolean isLate(Refusal refusal) {
    return switch (refusal.code()) {
      case WRONG_STATE, ALREADY_ENDED, ALREADY_CANCELLING -> true;
      case STALE_LEASE, UNKNOWN, UNFIT, NO_PLACE -> false;
      case NOT_A_REVIEWER, SELF_APPROVAL, TOOL_UNAVAILABLE, INVALID -> false;
    };
  }

  /// Answers once the run is durable.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void create(RunId id, long number, PlanShape shape) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            shape.name(),
            "chaos.yml",
            "push",
            Actor.person("user-1"),
            owner,
            Instant.ofEpochMilli(System.currentTimeMillis()),
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    orchestrator
        .create(Run.created(id, origin), shape.plan())
        .whenComplete(
            (decision, _) -> lines.send((isThere(decision) ? "created " : "failed ") + id));
  }

  /// An existing run is fine: an earlier request was not answered.
  private static boolean isThere(@Nullable Decision decision) {
    return decision instanceof Decision.Accepted || decision instanceof Decision.Late;
  }

  @Override
  public void send(ServerMessage message) {
    lines.send(MessageCodec.encode(message));
  }

  @Override
  public void close(String reason) {
    lines.close();
  }
}
