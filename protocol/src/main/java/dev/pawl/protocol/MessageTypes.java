package dev.pawl.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The names of the messages on the wire: one line a message.
final class MessageTypes {

  private record Named(String type, Class<? extends Message> message) {}

  // spotless:off
  private static final List<Named> TABLE = List.of(
      new Named("agent.register",         AgentMessage.AgentRegister.class),
      new Named("agent.draining",         AgentMessage.AgentDraining.class),
      new Named("job.ack",                AgentMessage.JobAck.class),
      new Named("job.reject",             AgentMessage.JobReject.class),
      new Named("job.concurrency.report", AgentMessage.JobConcurrencyReport.class),
      new Named("job.start",              AgentMessage.JobStart.class),
      new Named("job.heartbeat",          AgentMessage.JobHeartbeat.class),
      new Named("step.status",            AgentMessage.StepStatus.class),
      new Named("breaker.acquire",        AgentMessage.BreakerAcquire.class),
      new Named("job.uploading",          AgentMessage.JobUploading.class),
      new Named("job.complete",           AgentMessage.JobComplete.class),
      new Named("job.cancel.ack",         AgentMessage.JobCancelAck.class),
      new Named("job.lost",               AgentMessage.JobLost.class),
      new Named("register.ack",           ServerMessage.RegisterAck.class),
      new Named("job.dispatch",           ServerMessage.JobDispatch.class),
      new Named("ack",                    ServerMessage.Ack.class),
      new Named("resend",                 ServerMessage.Resend.class),
      new Named("job.concurrency.ack",    ServerMessage.JobConcurrencyAck.class),
      new Named("job.heartbeat.ack",      ServerMessage.JobHeartbeatAck.class),
      new Named("breaker.answer",         ServerMessage.BreakerAnswer.class),
      new Named("log.ack",                ServerMessage.LogAck.class),
      new Named("job.cancel",             ServerMessage.JobCancel.class),
      new Named("job.complete.ack",       ServerMessage.JobCompleteAck.class),
      new Named("lease.stale",            ServerMessage.LeaseStale.class));
  // spotless:on

  private static final Map<Class<?>, String> BY_CLASS =
      TABLE.stream().collect(Collectors.toMap(Named::message, Named::type));
  private static final Map<String, Class<? extends Message>> BY_TYPE =
      TABLE.stream().collect(Collectors.toMap(Named::type, Named::message));

  static String typeOf(Message message) {
    String type = BY_CLASS.get(message.getClass());
    if (type == null) {
      throw new IllegalStateException(
          message.getClass().getSimpleName() + " has no name on the wire");
    }
    return type;
  }

  static Optional<Class<? extends Message>> named(String type) {
    return Optional.ofNullable(BY_TYPE.get(type));
  }

  private MessageTypes() {}
}
