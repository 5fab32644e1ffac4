package dev.pawl.benchmarks.pawl;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.orchestrator.Orchestrator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Agents in this process that send the messages of real agents in the same order, with steps that
/// take no time: acknowledge, start, and once the start is acknowledged the step and the end.
public final class InstantAgents implements AutoCloseable {

  private record Received(Link link, ServerMessage message) {}

  private static final long START = 2;

  private final Orchestrator orchestrator;
  private final Consumer<JobDispatch> started;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final Map<String, JobDispatch> jobs = new HashMap<>();
  private volatile @Nullable Runnable onHold;
  private final Thread thread = Thread.ofPlatform().daemon().name("agents").unstarted(this::work);

  /// @param started called when a step may start
  public InstantAgents(Orchestrator orchestrator, Consumer<JobDispatch> started) {
    this.orchestrator = orchestrator;
    this.started = started;
  }

  /// Registers this number of agents.
  public void start(String name, int agents, int slots) throws InterruptedException {
    thread.start();
    register(name, agents, slots);
  }

  private void register(String name, int agents, int slots) throws InterruptedException {
    for (int agent = 0; agent < agents; agent++) {
      String id = "%s-%05d".formatted(name, agent);
      var register =
          new AgentRegister(id, id, List.of("linux"), slots, "1", "Linux", "amd64", List.of());
      orchestrator.receive(register, new Link());
    }
  }

  /// Registers agents that start their jobs and never finish them.
  public void hold(int agents, Runnable begun) throws InterruptedException {
    onHold = begun;
    register("holding", agents, 1);
  }

  private final class Link implements AgentLink {
    @Override
    public void send(ServerMessage message) {
      if (message instanceof JobDispatch || message instanceof Ack) {
        received.add(new Received(this, message));
      }
    }

    @Override
    public void close(String reason) {}
  }

  private void work() {
    try {
      while (true) {
        List<Received> some = new ArrayList<>();
        some.add(received.take());
        received.drainTo(some);
        for (Received one : some) {
          answer(one);
        }
      }
    } catch (InterruptedException _) {
      // The end.
    }
  }

  private void answer(Received one) throws InterruptedException {
    switch (one.message()) {
      case JobDispatch job -> {
        jobs.put(job.leaseId(), job);
        say(one, new JobAck(job.leaseId(), job.runId(), job.jobId(), job.attempt(), 1));
        say(one, new JobStart(job.leaseId(), job.runId(), job.jobId(), job.attempt(), START));
      }
      case Ack ack when ack.seq() == START -> {
        JobDispatch job = jobs.remove(ack.leaseId());
        if (job != null) {
          if (onHold != null) {
            onHold.run();
            return;
          }
          started.accept(job);
          say(one, step(job, START + 1, "running"));
          say(one, step(job, START + 2, "success"));
          say(one, complete(job));
        }
      }
      default -> {}
    }
  }

  private void say(Received to, AgentMessage message) throws InterruptedException {
    orchestrator.receive(message, to.link());
  }

  private static AgentMessage step(JobDispatch job, long seq, String state) {
    boolean runs = state.equals("running");
    return new StepStatus(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        seq,
        0,
        "",
        "step",
        state,
        runs ? null : 0,
        null,
        runs ? "nobody" : "process",
        1,
        Map.of(),
        "",
        null,
        1);
  }

  private static AgentMessage complete(JobDispatch job) {
    return new JobComplete(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        START + 3,
        "success",
        0,
        "progress",
        "",
        null,
        Map.of());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
