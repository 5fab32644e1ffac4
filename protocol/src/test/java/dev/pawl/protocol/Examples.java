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
    all.put(
        "job.concurrency.report",
        new FromAgent.JobConcurrencyReport("lease-1", "r1", "build", 1, 2, "deploy-main"));
    all.put("job.start", new FromAgent.JobStart("lease-1", "r1", "build", 1, 2));
    all.put(
        "job.heartbeat",
        new FromAgent.JobHeartbeat(
            "lease-1",
            "r1",
            "build",
            1,
            9,
            "running",
            new FromAgent.Progress(2, 50, "Test"),
            4_096L));
    all.put("step.status", status(3));
    all.put(
        "job.complete",
        new FromAgent.JobComplete(
            "lease-1",
            "r1",
            "build",
            1,
            4,
            "failed",
            3,
            "fetch",
            "exit code 3 — \"ü\"\n",
            new FromAgent.Evidence("dns", "Could not resolve host"),
            Map.of("version", "1.2")));
    all.put(
        "job.cancel.ack",
        new FromAgent.JobCancelAck("lease-1", "r1", "build", 1, 4, "cancelled", "by ana"));
    all.put("job.uploading", new FromAgent.JobUploading("lease-1", "r1", "build", 1, 4));
    all.put("job.lost", new FromAgent.JobLost("lease-1", "r1", "build", 1, 1, "workspace gone"));
    all.put("breaker.acquire", new FromAgent.BreakerAcquire("lease-1", "r1", "build", 1, 2, "npm"));
    all.put("agent.draining", new FromAgent.AgentDraining("a1"));
    return all;
  }

  private static Map<String, Message> fromServer() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.put("register.ack", new FromServer.RegisterAck("a1", 20, "2026-01-01T00:00:00Z"));
    var step =
        new FromServer.Step(
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
            new FromServer.StepPolicy(
                List.of(0, 3),
                new FromServer.Retry(2, List.of(7), "flaky", 1000, 1.5, 30_000),
                new FromServer.Tool("npm", true),
                List.of(new FromServer.Hook("hook:cleanup", "rm -f x", 300_000))));
    var action =
        new FromServer.Action(
            FromServer.Step.NO_ACTION,
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
        new FromServer.Rule(
            "mirror", "fetch", List.of(7), List.of("TERM"), List.of("process"), "unreachable");
    var rules = new FromServer.Rules(List.of(rule), List.of());
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
            300,
            "echo deploy-main",
            new FromServer.Job(
                "Build",
                List.of(Map.of("CI", "true")),
                List.of(step),
                List.of(action),
                Map.of("version", "${{ steps.hi.outputs.version }}"),
                "{\"github\":{}}",
                Map.of("B", "s3cret"),
                rules,
                List.of(new FromServer.Hook("hook:onFailure", "./page ana", 60_000)),
                "production",
                new FromServer.RunEnd("failed", "build failed"))));
    all.put("ack", new FromServer.Ack("lease-1", 7));
    all.put("resend", new FromServer.Resend("lease-1", 3));
    all.put(
        "job.heartbeat.ack", new FromServer.JobHeartbeatAck("lease-1", 9, 120, true, false, 345));
    all.put(
        "job.concurrency.ack",
        new FromServer.JobConcurrencyAck("lease-1", "wait", "Waiting for deploy-main (1 ahead)"));
    all.put("breaker.answer", new FromServer.BreakerAnswer("lease-1", 2, "npm", false, 42));
    all.put("log.ack", new FromServer.LogAck("lease-1", 2, 1L << 40));
    all.put("job.cancel", new FromServer.JobCancel("lease-1", true, "cancelled by ana", 345));
    all.put("job.complete.ack", new FromServer.JobCompleteAck("lease-1", true));
    all.put("lease.stale", new FromServer.LeaseStale("lease-1", "expired", "run"));
    return all;
  }

  static FromAgent.StepStatus status(@org.jspecify.annotations.Nullable Integer exitCode) {
    return new FromAgent.StepStatus(
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

  private Examples() {}
}
