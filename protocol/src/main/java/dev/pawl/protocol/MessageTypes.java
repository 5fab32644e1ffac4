package dev.pawl.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The names of the message types on the wire.
final class MessageTypes {

  private record MessageType(String name, Class<? extends Message> message) {}

  // spotless:off
  private static final List<MessageType> TABLE = List.of(
      new MessageType("agent.register",         AgentMessage.AgentRegister.class),
      new MessageType("agent.draining",         AgentMessage.AgentDraining.class),
      new MessageType("job.ack",                AgentMessage.JobAck.class),
      new MessageType("job.reject",             AgentMessage.JobReject.class),
      new MessageType("job.commit.report",      AgentMessage.JobCommitReport.class),
      new MessageType("job.concurrency.report", AgentMessage.JobConcurrencyReport.class),
      new MessageType("job.start",              AgentMessage.JobStart.class),
      new MessageType("job.heartbeat",          AgentMessage.JobHeartbeat.class),
      new MessageType("step.status",            AgentMessage.StepStatus.class),
      new MessageType("breaker.acquire",        AgentMessage.BreakerAcquire.class),
      new MessageType("job.uploading",          AgentMessage.JobUploading.class),
      new MessageType("job.complete",           AgentMessage.JobComplete.class),
      new MessageType("job.cancel.ack",         AgentMessage.JobCancelAck.class),
      new MessageType("job.lost",               AgentMessage.JobLost.class),
      new MessageType("register.ack",           ServerMessage.RegisterAck.class),
      new MessageType("job.dispatch",           ServerMessage.JobDispatch.class),
      new MessageType("ack",                    ServerMessage.Ack.class),
      new MessageType("resend",                 ServerMessage.Resend.class),
      new MessageType("job.commit.ack",         ServerMessage.JobCommitAck.class),
      new MessageType("job.concurrency.ack",    ServerMessage.JobConcurrencyAck.class),
      new MessageType("job.heartbeat.ack",      ServerMessage.JobHeartbeatAck.class),
      new MessageType("breaker.answer",         ServerMessage.BreakerAnswer.class),
      new MessageType("log.ack",                ServerMessage.LogAck.class),
      new MessageType("job.cancel",             ServerMessage.JobCancel.class),
      new MessageType("job.complete.ack",       ServerMessage.JobCompleteAck.class),
      new MessageType("lease.stale",            ServerMessage.LeaseStale.class));
  // spotless:on

  private static final Map<Class<?>, String> NAMES =
      TABLE.stream().collect(Collectors.toMap(MessageType::message, MessageType::name));
  private static final Map<String, Class<? extends Message>> MESSAGES =
      TABLE.stream().collect(Collectors.toMap(MessageType::name, MessageType::message));

  static String nameOf(Message message) {
    String name = NAMES.get(message.getClass());
    if (name == null) {
      throw new IllegalStateException(
          message.getClass().getSimpleName() + " has no name on the wire");
    }
    return name;
  }

  static Optional<Class<? extends Message>> named(String name) {
    return Optional.ofNullable(MESSAGES.get(name));
  }

  private MessageTypes() {}
}
