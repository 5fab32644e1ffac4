package dev.pawl.agent.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.exec.ProcessExecution;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.ServerMessage.JobCancel;
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

/// A test of a real agent with two slots, which runs real processes against a scripted server.
@Timeout(180)
public abstract class AgentStory {

  public static final String LEASE = "lease-1";
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path directory;
  public Path tree;
  public String token;
  public ScriptedServer server;
  public ProcessExecution execution;
  AgentLoop agent;
  private ProcessReaper reaper;

  @BeforeEach
  public void anAgent() throws IOException {
    tree = Files.createDirectories(directory.resolve("tree"));
    token = "reaper-" + UUID.randomUUID();
    server = new ScriptedServer();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put(ProcessReaper.VARIABLE, "outer-1.");
    environment.put("FROM_AGENT", "agent");
    reaper = reaper(environment);
    var identity = new AgentRegister("a1", "a1", List.of("*"), 2, "1", "Linux", "x", List.of());
    var workspace =
        new WorkspaceProvider(mode(tree), scratch(), environment, reaper).withHost(host());
    agent = new AgentLoop(server, server::broke);
    server.serves(agent);
    execution = new ProcessExecution(workspace, server, agent::report);
    agent.start(new AgentSession(identity, execution));
  }

  public Path scratch() {
    return directory.resolve("scratch");
  }

  /// The reaper of the jobs' processes.
  public ProcessReaper reaper(Map<String, String> environment) throws IOException {
    return ProcessReaper.open(token, environment);
  }

  /// The options for jobs.
  public HostOptions host() throws IOException {
    return HostOptions.defaults();
  }

  /// The initial contents of workspaces.
  public WorkspaceMode mode(Path repository) {
    return new WorkspaceMode.Shared(repository);
  }

  @AfterEach
  void noAgent() throws InterruptedException {
    agent.killJobs();
    assertThat(agent.awaitIdle(SOON)).as("all jobs are over").isTrue();
    assertThat(ProcessTable.withMarker(token)).as("nothing of a job is left").isEmpty();
    agent.close();
    reaper.close();
    server.close();
  }

  public void isDispatched(JobBuilder job) {
    server.says(job.under(LEASE));
  }

  public void isCancelled() {
    server.says(new JobCancel(LEASE, false, "cancelled by team:ops", 30));
  }

  public void isForced() {
    server.says(new JobCancel(LEASE, true, "force-cancelled by team:ops", 0));
  }

  public void becomesIdle() throws InterruptedException {
    assertThat(agent.awaitIdle(SOON)).isTrue();
  }

  public long pidIn(String file) throws IOException, InterruptedException {
    return ProcessWait.pid(tree.resolve(file));
  }
}
