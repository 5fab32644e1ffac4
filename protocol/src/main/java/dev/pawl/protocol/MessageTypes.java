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
      new Named("agent.register",         FromAgent.AgentRegister.class),
      new Named("agent.draining",         FromAgent.AgentDraining.class),
      new Named("job.ack",                FromAgent.JobAck.class),
      new Named("job.reject",             FromAgent.JobReject.class),
      new Named("job.concurrency.report", FromAgent.JobConcurrencyReport.class),
      new Named("job.start",              FromAgent.JobStart.class),
      new Named("job.heartbeat",          FromAgent.JobHeartbeat.class),
      new Named("step.status",            FromAgent.StepStatus.class),
      new Named("breaker.acquire",        FromAgent.BreakerAcquire.class),
      new Named("job.uploading",          FromAgent.JobUploading.class),
      new Named("job.complete",           FromAgent.JobComplete.class),
      new Named("job.cancel.ack",         FromAgent.JobCancelAck.class),
      new Named("job.lost",               FromAgent.JobLost.class),
      new Named("register.ack",           FromServer.RegisterAck.class),
      new Named("job.dispatch",           FromServer.JobDispatch.class),
      new Named("ack",                    FromServer.Ack.class),
      new Named("resend",                 FromServer.Resend.class),
      new Named("job.concurrency.ack",    FromServer.JobConcurrencyAck.class),
      new Named("job.heartbeat.ack",      FromServer.JobHeartbeatAck.class),
      new Named("breaker.answer",         FromServer.BreakerAnswer.class),
      new Named("log.ack",                FromServer.LogAck.class),
      new Named("job.cancel",             FromServer.JobCancel.class),
      new Named("job.complete.ack",       FromServer.JobCompleteAck.class),
      new Named("lease.stale",            FromServer.LeaseStale.class));
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
