package dev.pawl.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One message of every kind, by its name on the wire.
final class ExampleMessages {

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
        new AgentMessage.AgentRegister(
            "a1", "linux-1", List.of("linux"), 4, "0.1", "Linux", "amd64", List.of("lease-1")));
    all.put("job.ack", new AgentMessage.JobAck("lease-1", "r1", "build", 1, 1));
    all.put("job.reject", new AgentMessage.JobReject("lease-1", "r1", "build", 1, 1, "busy"));
    all.put(
        "job.concurrency.report",
        new AgentMessage.JobConcurrencyReport("lease-1", "r1", "build", 1, 2, "deploy-main"));
    all.put("job.start", new AgentMessage.JobStart("lease-1", "r1", "build", 1, 2));
    all.put(
        "job.heartbeat",
        new AgentMessage.JobHeartbeat(
            "lease-1",
            "r1",
            "build",
            1,
            9,
            "running",
            new AgentMessage.Progress(2, 50, "Test"),
            4_096L));
    all.put("step.status", status(3));
    all.put(
        "job.complete",
        new AgentMessage.JobComplete(
            "lease-1",
            "r1",
            "build",
            1,
            4,
            "failed",
            3,
            "fetch",
            "exit code 3 — \"ü\"\n",
            new AgentMessage.Evidence("dns", "Could not resolve host"),
            Map.of("version", "1.2")));
    all.put(
        "job.cancel.ack",
        new AgentMessage.JobCancelAck("lease-1", "r1", "build", 1, 4, "cancelled", "by ana"));
    all.put("job.uploading", new AgentMessage.JobUploading("lease-1", "r1", "build", 1, 4));
    all.put("job.lost", new AgentMessage.JobLost("lease-1", "r1", "build", 1, 1, "workspace gone"));
    all.put(
        "breaker.acquire", new AgentMessage.BreakerAcquire("lease-1", "r1", "build", 1, 2, "npm"));
    all.put("agent.draining", new AgentMessage.AgentDraining("a1"));
    return all;
  }

  private static Map<String, Message> fromServer() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.put("register.ack", new ServerMessage.RegisterAck("a1", 20, "2026-01-01T00:00:00Z"));
    var step =
        new ServerMessage.Step(
            "hi",
            "greet",
            "",
            "echo hi\n",
            "bash",
            "",
            Map.of(),
            Map.of("A", "${{ secrets.B }}"),
            "always()",
            "false",
            "5",
            0,
            "ci.yaml:1:1",
            new ServerMessage.StepPolicy(
                List.of(0, 3),
                new ServerMessage.Retry(2, List.of(7), "flaky", 1000, 1.5, 30_000),
                new ServerMessage.Tool("npm", true),
                List.of(new ServerMessage.Hook("hook:cleanup", "rm -f x", 300_000))));
    var action =
        new ServerMessage.Action(
            ServerMessage.Step.NO_ACTION,
            "all",
            "all of it",
            "./actions/all",
            Map.of("who", "${{ matrix.who }}"),
            Map.of("said", "${{ steps.hi.outputs.said }}"),
            Map.of(),
            "",
            "true",
            "",
            "ci.yaml:1:1");
    var rule =
        new ServerMessage.Rule(
            "mirror", "fetch", List.of(7), List.of("TERM"), List.of("process"), "unreachable");
    var rules = new ServerMessage.Rules(List.of(rule), List.of());
    all.put(
        "job.dispatch",
        new ServerMessage.JobDispatch(
            "lease-1",
            "r1",
            "build",
            1,
            2,
            120,
            20,
            3600,
            30_000,
            300,
            "echo deploy-main",
            new ServerMessage.Job(
                "Build",
                List.of(Map.of("CI", "true")),
                List.of(step),
                List.of(action),
                Map.of("version", "${{ steps.hi.outputs.version }}"),
                "{\"github\":{}}",
                Map.of("B", "s3cret"),
                rules,
                List.of(new ServerMessage.Hook("hook:onFailure", "./page ana", 60_000)),
                "production",
                new ServerMessage.RunEnd("failed", "build failed"))));
    all.put("ack", new ServerMessage.Ack("lease-1", 7));
    all.put("resend", new ServerMessage.Resend("lease-1", 3));
    all.put(
        "job.heartbeat.ack",
        new ServerMessage.JobHeartbeatAck("lease-1", 9, 120, true, false, 345));
    all.put(
        "job.concurrency.ack",
        new ServerMessage.JobConcurrencyAck(
            "lease-1", "wait", "Waiting for deploy-main (1 ahead)"));
    all.put("breaker.answer", new ServerMessage.BreakerAnswer("lease-1", 2, "npm", false, 42));
    all.put("log.ack", new ServerMessage.LogAck("lease-1", 2, 1L << 40));
    all.put("job.cancel", new ServerMessage.JobCancel("lease-1", true, "cancelled by ana", 345));
    all.put("job.complete.ack", new ServerMessage.JobCompleteAck("lease-1", true));
    all.put("lease.stale", new ServerMessage.LeaseStale("lease-1", "expired", "run"));
    return all;
  }

  static AgentMessage.StepStatus status(@org.jspecify.annotations.Nullable Integer exitCode) {
    return new AgentMessage.StepStatus(
        "lease-1",
        "r1",
        "build",
        1,
        3,
        0,
        "test",
        "step",
        "failed",
        exitCode,
        exitCode == null ? null : 9,
        "process",
        2,
        Map.of("count", "3"),
        "",
        exitCode == null ? null : "test",
        12);
  }

  private ExampleMessages() {}
}
