package dev.pawl.server;

import dev.pawl.core.run.Origin;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.DispatchBudget;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// An agent that keeps what it is sent, and says what a test wants it to say.
public final class ScriptedAgent implements AgentLink {

  private final List<ServerMessage> received = new CopyOnWriteArrayList<>();
  private final String id;
  private String org = Origin.DEFAULT_ORG;
  private final List<String> order;
  private final Queue<Runnable> unsent = new ArrayDeque<>();
  private long dispatchBytes;
  private int mostUnsent = Integer.MAX_VALUE;

  /// @param order where it notes that something was sent to it
  public ScriptedAgent(String id, List<String> order) {
    this.id = id;
    this.order = order;
  }

  /// Makes it an agent of that org.
  public ScriptedAgent in(String org) {
    this.org = org;
    return this;
  }

  @Override
  public String org() {
    return org;
  }

  @Override
  public void send(ServerMessage message) {
    order.add("sent " + message.getClass().getSimpleName());
    received.add(message);
  }

  @Override
  public void dispatch(JobDispatch job, DispatchBudget budget) {
    send(job);
    if (dispatchBytes > 0) {
      budget.take(dispatchBytes);
      unsent.add(() -> budget.release(dispatchBytes));
    }
  }

  @Override
  public boolean isBusy() {
    return unsent.size() >= mostUnsent;
  }

  /// Lets each dispatch take so many bytes until it is read, and at most so many of them.
  public ScriptedAgent readsSlowly(long bytes, int most) {
    dispatchBytes = bytes;
    mostUnsent = most;
    return this;
  }

  /// Reads the oldest dispatch that is not read.
  public void reads() {
    unsent.remove().run();
  }

  public int unread() {
    return unsent.size();
  }

  @Override
  public void close(String reason) {
    order.add("closed: " + reason);
  }

  public List<ServerMessage> received() {
    return received;
  }

  public ServerMessage last() {
    return received.getLast();
  }

  public JobDispatch dispatch() {
    return dispatches().getLast();
  }

  public List<JobDispatch> dispatches() {
    return received.stream()
        .filter(JobDispatch.class::isInstance)
        .map(JobDispatch.class::cast)
        .toList();
  }

  /// What it registers with: two slots, for whatever needs a linux.
  public AgentMessage registers(JobDispatch... inFlight) {
    return registers(2, List.of("linux"), inFlight);
  }

  public AgentMessage registers(int slots, List<String> labels, JobDispatch... inFlight) {
    List<String> leases = Stream.of(inFlight).map(JobDispatch::leaseId).toList();
    return new AgentRegister(id, id, labels, slots, "1", "Linux", "x86", leases);
  }

  public static AgentMessage ack(JobDispatch job, long seq) {
    return new JobAck(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq);
  }

  public static AgentMessage reject(JobDispatch job, long seq) {
    return new JobReject(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, "busy");
  }

  public static AgentMessage start(JobDispatch job, long seq) {
    return new JobStart(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq);
  }

  public static AgentMessage lost(JobDispatch job, long seq) {
    return new AgentMessage.JobLost(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, "agent restarted");
  }

  public static AgentMessage heartbeat(JobDispatch job) {
    return new JobHeartbeat(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), 1, "running", null, null);
  }

  public static AgentMessage step(JobDispatch job, long seq, String state) {
    return new StepStatus(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        seq,
        0,
        "greet",
        "step",
        state,
        state.equals("running") ? null : 0,
        null,
        state.equals("running") ? "nobody" : "process",
        1,
        Map.of(),
        "",
        null,
        1);
  }

  public static AgentMessage complete(JobDispatch job, long seq, String status, String code) {
    return new JobComplete(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        seq,
        status,
        null,
        code,
        "",
        null,
        Map.of());
  }
}
