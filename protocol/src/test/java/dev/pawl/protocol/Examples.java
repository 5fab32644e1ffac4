package dev.pawl.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One message of every kind, by its name on the wire.
final class Examples {

  static Map<String, Message> all() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.putAll(fromAgent());
    all.putAll(fromServer());
    return all;
  }

  private static Map<String, Message> fromAgent() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.put(
        "agent.register",
        new FromAgent.AgentRegister(
            "a1", "linux-1", List.of("linux"), 4, "0.1", "Linux", "amd64", List.of("lease-1")));
    all.put("job.ack", new FromAgent.JobAck("lease-1", "r1", "build", 1, 1));
    all.put("job.reject", new FromAgent.JobReject("lease-1", "r1", "build", 1, 1, "busy"));
    all.put("job.start", new FromAgent.JobStart("lease-1", "r1", "build", 1, 2));
    all.put("job.heartbeat", new FromAgent.JobHeartbeat("lease-1", "r1", "build", 1));
    all.put("step.status", status(3));
    all.put(
        "job.complete",
        new FromAgent.JobComplete(
            "lease-1", "r1", "build", 1, 4, "failed", "user", "exit code 3 — \"ü\"\n"));
    all.put(
        "job.cancel.ack", new FromAgent.JobCancelAck("lease-1", "r1", "build", 1, 4, "cancelled"));
    return all;
  }

  private static Map<String, Message> fromServer() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.put("register.ack", new FromServer.RegisterAck("a1", 20, "2026-01-01T00:00:00Z"));
    var step =
        new FromServer.Step("greet", "echo hi\n", "bash", "", Map.of("A", "b"), "ci.yaml:1:1");
    all.put(
        "job.dispatch",
        new FromServer.JobDispatch(
            "lease-1",
            "r1",
            "build",
            1,
            2,
            120,
            20,
            3600,
            30_000,
            new FromServer.Job("Build", Map.of("CI", "true"), List.of(step))));
    all.put("ack", new FromServer.Ack("lease-1", 7));
    all.put("resend", new FromServer.Resend("lease-1", 3));
    all.put("job.heartbeat.ack", new FromServer.JobHeartbeatAck("lease-1", 120));
    all.put("log.ack", new FromServer.LogAck("lease-1", 2, 1L << 40));
    all.put("job.cancel", new FromServer.JobCancel("lease-1", true, "cancelled by ana", 345));
    all.put("job.complete.ack", new FromServer.JobCompleteAck("lease-1", true));
    all.put("lease.stale", new FromServer.LeaseStale("lease-1", "expired"));
    return all;
  }

  static FromAgent.StepStatus status(@org.jspecify.annotations.Nullable Integer exitCode) {
    return new FromAgent.StepStatus(
        "lease-1", "r1", "build", 1, 3, 0, "test", "step", "failed", exitCode, "process", "", 12);
  }

  private Examples() {}
}
