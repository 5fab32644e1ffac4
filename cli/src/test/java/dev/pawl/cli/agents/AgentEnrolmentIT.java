package dev.pawl.cli.agents;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Authentication of agents: enrolment, revoked and unknown tokens, labels.
class AgentEnrolmentIT extends ServerFixture {

  private static final int UNAVAILABLE = 3;
  private static final int UNAUTHORIZED = 4;

  /// Starts an agent with the given options.
  private PawlProcess start(int port, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("agent", "--server", "http://127.0.0.1:" + port));
    arguments.addAll(List.of(options));
    PawlProcess pawl =
        PawlProcess.start(
            directory, Map.of(), PawlProcess.command(arguments.toArray(String[]::new)));
    closeAtEnd((AutoCloseable) pawl::kill);
    return pawl;
  }

  @Test
  void anEnrolmentTokenWorksOnce() {
    ServerProcess server = startServer();
    String token = server.pawl("token", "enrol", "new", "--labels", "linux").out().strip();

    PawlProcess enrolled = start(server.port(), "--enrol", token, "--workdir", "one");
    enrolled.awaitOutput("connected to");

    start(server.port(), "--enrol", token, "--workdir", "two")
        .end()
        .exits(UNAUTHORIZED)
        .complains("enrolment failed: the enrolment token was used already");
    enrolled.signal("TERM").end().exits(0);
    // It has its own token now: neither is asked for again.
    start(server.port(), "--enrol", token, "--workdir", "one").awaitOutput("connected to");
  }

  @Test
  void anAgentWithARevokedTokenEnds() {
    ServerProcess server = startServer("--heartbeat", "1", "--lease-ttl", "10");
    AgentProcess agent = agent(server, "a");

    server.pawl("token", "revoke", agent.id());

    CommandResult ended = agent.end();
    ended.exits(UNAUTHORIZED).says("the token was revoked");
  }

  @Test
  void anUnknownTokenIsRejected() {
    ServerProcess server = startServer();
    String unknown = "pawl_agent_%s_%s".formatted("a".repeat(12), "b".repeat(40));

    start(server.port(), "--token", unknown).end().exits(UNAUTHORIZED).says("unknown or revoked");
  }

  @Test
  void aLabelThatTheTokenDoesNotAllowIsRejected() {
    ServerProcess server = startServer();
    String token = server.agentToken("a");

    start(server.port(), "--token", token, "--labels", "other")
        .end()
        .exits(UNAUTHORIZED)
        .says("does not allow the label 'other'");
  }

  @Test
  void anUnreachableServerIsRetried() {
    String unknown = "pawl_agent_%s_%s".formatted("a".repeat(12), "b".repeat(40));
    var nobody = closeAtEnd(new FaultProxy());
    nobody.cut();

    start(nobody.port(), "--token", unknown)
        .awaitOutput("trying again")
        .signal("TERM")
        .end()
        .exits(0);
  }

  @Test
  void aDirectoryBelongsToOneAgent() {
    ServerProcess server = startServer();
    AgentProcess first = agent(server, "a");
    String token = server.agentToken("b");

    start(server.port(), "--token", token, "--workdir", first.workdir().toString())
        .end()
        .exits(UNAVAILABLE);
  }
}
