package dev.pawl.cli.errors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.DirectoryProcesses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Agents whose threads are killed by an error, each another one, and agents without memory.
class AgentThreadDeathIT extends ServerFixture {

  /// A thread of an agent, by the beginning of its name, and a method that it executes.
  private record AgentThread(String name, String method) {

    String label() {
      return name.replaceAll("\\W", "");
    }
  }

  private static final List<AgentThread> THREADS =
      List.of(
          new AgentThread("agent", "dev.pawl.agent.session.AgentSession#tick"),
          new AgentThread("to server", "dev.pawl.agent.wire.OutboundQueue#take"),
          new AgentThread("from server", "dev.pawl.agent.wire.ServerWebSocket#takePart"),
          new AgentThread("connect", "dev.pawl.agent.wire.WebSocketConnector#connect"),
          new AgentThread(
              "connection-watchdog", "dev.pawl.agent.wire.WebSocketConnector#checkSilence"),
          new AgentThread("job a", "dev.pawl.agent.steps.ScriptRunner#run"),
          new AgentThread("process", "dev.pawl.agent.process.PosixLauncher#await"),
          new AgentThread("output-0", "dev.pawl.agent.logs.EndMarker#scan"),
          new AgentThread("log timer", "dev.pawl.agent.logs.LogShipper#sendWaiting"));

  private static String job(String label, String script) {
    return """
    on: push
    jobs:
      a:
        runs-on: %s
        retry: { max: 0 }
        steps: [ { run: '%s' } ]
    """
        .formatted(label, script);
  }

  private static String token(ServerProcess server, String label) {
    return server.pawl("token", "agent", label, "--labels", label).out().strip();
  }

  private AgentProcess agent(ServerProcess server, String label, String token, String jvm) {
    Path workdir = directory.resolve("work-" + label);
    return closeAtEnd(AgentProcess.with(jvm, label, token, workdir, server.port()))
        .awaitOutput("connected to");
  }

  @Test
  void anErrorInAnyThreadEndsTheAgentAndItsJobs() throws Exception {
    ServerProcess server = startServer("--heartbeat", "1", "--lease-ttl", "10");
    List<Callable<Void>> cases = new ArrayList<>();
    for (AgentThread thread : THREADS) {
      String token = token(server, thread.label());
      cases.add(() -> {
        var errors =
            new ErrorInjector(directory.resolve("errors-" + thread.label()), thread.method());
        kill(server, agent(server, thread.label(), token, errors.jvmOption()), thread, errors);
        return null;
      });
    }
    try (var parallel = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> one : parallel.invokeAll(cases)) {
        one.get();
      }
    }
  }

  private void kill(
      ServerProcess server, AgentProcess agent, AgentThread thread, ErrorInjector errors)
      throws Exception {
    boolean isOnceAJob = List.of("job a", "process").contains(thread.name());
    if (isOnceAJob) {
      errors.overflowStackIn(thread.method());
    }
    startRun(server, job(thread.label(), "while :; do echo x; sleep 0.02; done"));
    if (!isOnceAJob) {
      agent.awaitOutput("job started");
      errors.overflowStackIn(thread.method());
    }
    if (thread.name().equals("connect")) {
      agent.proxy().cut();
      agent.proxy().mend();
    }
    assertThat(errors.awaitThrown(thread.method())).startsWith(thread.name());
    CommandResult result = agent.end();
    assertThat(result.code()).as(thread.name()).isEqualTo(3);
    assertThat(result.err())
        .contains("pawl: ended by an error in thread '" + thread.name())
        .contains("java.lang.StackOverflowError");
    assertThat(result.out()).contains("\tat " + thread.method().replace('#', '.') + "(");
    Await.until(
        () -> thread + " left " + DirectoryProcesses.in(agent.workdir()),
        () -> DirectoryProcesses.in(agent.workdir()).isEmpty());
  }

  /// The step names more outputs than the heap could hold.
  @Test
  void aSmallAgentSurvivesAJobWithManyOutputs() {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "small", token(server, "small"), "-Xmx24m");
    String run =
        startRun(server, job("small", "seq 400000 | sed \"s/.*/::set-output name=n&::v/\""));
    assertThat(awaitEnd(server, run)).isEqualTo("failed");
    assertThat(api(server).show(run).toString())
        .contains("set-output rejected: more than 1,000 outputs");
    assertThat(runToEnd(server, job("small", "echo hello"))).isEqualTo("success");
    assertThat(agent.console()).containsOnlyOnce("connected to");
  }

  /// What a job may make the agent remember needs more memory than this one has.
  @Test
  void anAgentWithoutMemoryEndsAndItsJobsDo() {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "tiny", token(server, "tiny"), "-Xmx20m");
    startRun(
        server,
        job(
            "tiny",
            "head -c 40000 /dev/urandom | base64 -w 4000 | sed \"s/^/::add-mask::/\"; sleep 1000"));
    CommandResult result = agent.end();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).contains("pawl: ended by an error in");
    Await.until(
        () -> "left: " + DirectoryProcesses.in(agent.workdir()),
        () -> DirectoryProcesses.in(agent.workdir()).isEmpty());
  }
}
