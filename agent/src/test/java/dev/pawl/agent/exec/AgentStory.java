package dev.pawl.agent.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.checkout.Tree;
import dev.pawl.agent.process.Proc;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromServer.JobCancel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent with two slots, a scripted server, and real processes in a directory of their own.
@Timeout(60)
abstract class AgentStory {

  static final String LEASE = "lease-1";
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path directory;
  Path tree;
  String token;
  ScriptedServer server;
  AgentLoop agent;
  private Ward ward;

  @BeforeEach
  void anAgent() throws IOException {
    tree = Files.createDirectories(directory.resolve("tree"));
    token = "ward-" + UUID.randomUUID();
    server = new ScriptedServer();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put(Ward.VARIABLE, "outer-1.");
    environment.put("FROM_AGENT", "agent");
    ward = ward(environment);
    var identity = new AgentRegister("a1", "a1", List.of("*"), 2, "1", "Linux", "x", List.of());
    var workspace = new Workspace(found(tree), scratch(), environment, ward).hostedBy(hosting());
    agent = new AgentLoop(server, server::broke);
    server.serves(agent);
    agent.start(new AgentSession(identity, new JobExecution(workspace, server, agent::report)));
  }

  Path scratch() {
    return directory.resolve("scratch");
  }

  /// What keeps the jobs' processes together.
  Ward ward(Map<String, String> environment) throws IOException {
    return Ward.open(token, environment);
  }

  /// How jobs are hosted.
  Hosting hosting() throws IOException {
    return Hosting.plain();
  }

  /// What jobs find in their workspace.
  Tree found(Path repository) {
    return new Tree.Shared(repository);
  }

  @AfterEach
  void noAgent() throws InterruptedException {
    agent.abandon();
    assertThat(agent.awaitIdle(SOON)).as("all jobs are over").isTrue();
    assertThat(Proc.marked(token)).as("nothing of a job is left").isEmpty();
    agent.close();
    ward.close();
    server.close();
  }

  void isDispatched(Dispatches job) {
    server.says(job.under(LEASE));
  }

  void isCancelled() {
    server.says(new JobCancel(LEASE, false, "cancelled by ana", 30));
  }

  void isForced() {
    server.says(new JobCancel(LEASE, true, "force-cancelled by ana", 0));
  }

  void becomesIdle() throws InterruptedException {
    assertThat(agent.awaitIdle(SOON)).isTrue();
  }

  long pidIn(String file) throws IOException, InterruptedException {
    return Waiting.pid(tree.resolve(file));
  }
}
