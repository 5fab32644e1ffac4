package dev.pawl.server.runtime;

import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// An agent that keeps what it is sent, and says what a test wants it to say.
final class ScriptedAgent implements AgentLink {

  private final List<FromServer> received = new ArrayList<>();
  private final String id;
  private final List<String> order;

  /// @param order where it notes that something was sent to it
  ScriptedAgent(String id, List<String> order) {
    this.id = id;
    this.order = order;
  }

  @Override
  public void send(FromServer message) {
    order.add("sent " + message.getClass().getSimpleName());
    received.add(message);
  }

  @Override
  public void close(String reason) {
    order.add("closed: " + reason);
  }

  List<FromServer> received() {
    return received;
  }

  FromServer last() {
    return received.getLast();
  }

  JobDispatch dispatch() {
    return dispatches().getLast();
  }

  List<JobDispatch> dispatches() {
    return received.stream()
        .filter(JobDispatch.class::isInstance)
        .map(JobDispatch.class::cast)
        .toList();
  }

  /// What it registers with: two slots, for whatever needs a linux.
  FromAgent registers(JobDispatch... inFlight) {
    return registers(2, List.of("linux"), inFlight);
  }

  FromAgent registers(int slots, List<String> labels, JobDispatch... inFlight) {
    List<String> leases = Stream.of(inFlight).map(JobDispatch::leaseId).toList();
    return new AgentRegister(id, id, labels, slots, "1", "Linux", "x86", leases);
  }

  static FromAgent ack(JobDispatch job, long seq) {
    return new JobAck(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq);
  }

  static FromAgent reject(JobDispatch job, long seq) {
    return new JobReject(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, "busy");
  }

  static FromAgent start(JobDispatch job, long seq) {
    return new JobStart(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq);
  }

  static FromAgent lost(JobDispatch job, long seq) {
    return new FromAgent.JobLost(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, "agent restarted");
  }

  static FromAgent heartbeat(JobDispatch job) {
    return new JobHeartbeat(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), 1, "running", null, null);
  }

  static FromAgent step(JobDispatch job, long seq, String state) {
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

  static FromAgent complete(JobDispatch job, long seq, String status, String code) {
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
