package dev.pawl.protocol;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// One message of each type, by its name on the wire.
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
            "a1",
            "linux-1",
            List.of("linux"),
            4,
            "0.1",
            "Linux",
            "amd64",
            List.of("lease-1"),
            new AgentMessage.Instance("i1", "p1", true, "build-host")));
    all.put("job.ack", new AgentMessage.JobAck("lease-1", "r1", "build", 1, 1));
    all.put("job.reject", new AgentMessage.JobReject("lease-1", "r1", "build", 1, 1, "busy"));
    all.put(
        "job.commit.report",
        new AgentMessage.JobCommitReport("lease-1", "r1", "build", 1, 2, "c0ffee"));
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
        new AgentMessage.JobCancelAck("lease-1", "r1", "build", 1, 4, "cancelled", "by team:ops"));
    all.put("job.uploading", new AgentMessage.JobUploading("lease-1", "r1", "build", 1, 4));
    all.put("job.lost", new AgentMessage.JobLost("lease-1", "r1", "build", 1, 1, "workspace gone"));
    all.put(
        "breaker.acquire", new AgentMessage.BreakerAcquire("lease-1", "r1", "build", 1, 2, "npm"));
    all.put("agent.draining", new AgentMessage.AgentDraining("a1"));
    return all;
  }

  private static Map<String, Message> fromServer() {
    Map<String, Message> all = new LinkedHashMap<>();
    all.put(
        "register.ack", new ServerMessage.RegisterAck("a1", 20, "2026-01-01T00:00:00Z", "build-1"));
    all.put("job.dispatch", dispatch());
    all.put("ack", new ServerMessage.Ack("lease-1", 7));
    all.put("resend", new ServerMessage.Resend("lease-1", 3));
    all.put(
        "job.heartbeat.ack",
        new ServerMessage.JobHeartbeatAck("lease-1", 9, 120, true, false, 345));
    all.put("job.commit.ack", new ServerMessage.JobCommitAck("lease-1", "c0ffee"));
    all.put(
        "job.concurrency.ack",
        new ServerMessage.JobConcurrencyAck(
            "lease-1", "wait", "Waiting for deploy-main (1 ahead)"));
    all.put("breaker.answer", new ServerMessage.BreakerAnswer("lease-1", 2, "npm", false, 42));
    all.put("log.ack", new ServerMessage.LogAck("lease-1", 2, 1L << 40));
    all.put(
        "job.cancel", new ServerMessage.JobCancel("lease-1", true, "cancelled by team:ops", 345));
    all.put("job.complete.ack", new ServerMessage.JobCompleteAck("lease-1", true));
    all.put("lease.stale", new ServerMessage.LeaseStale("lease-1", "expired", "run"));
    return all;
  }

  static ServerMessage.JobDispatch dispatch() {
    return new ServerMessage.JobDispatch(
        "lease-1",
        "r1",
        "build",
        1,
        2,
        120,
        20,
        "echo deploy-main",
        job(),
        new ServerMessage.JobInputs(
            "{\"github\":{}}",
            Map.of("B", "s3cret"),
            new ServerMessage.Rules(
                List.of(
                    new FailureRule(
                        "mirror",
                        ReasonCode.FETCH,
                        new FailureRule.Conditions(
                            List.of(7), List.of("TERM"), List.of(Ender.PROCESS), "unreachable"))),
                List.of()),
            new ServerMessage.RunEnd("failed", "build failed"),
            "refs/heads/main"));
  }

  private static PlannedJob job() {
    var body =
        new JobBody(
            List.of(map("CI", "true")),
            List.of(step()),
            List.of(
                new PlannedAction(
                    PlannedAction.NONE,
                    "all",
                    "all of it",
                    "./actions/all",
                    map("who", "${{ matrix.who }}"),
                    map("said", "${{ steps.hi.outputs.said }}"),
                    OrderedMaps.empty(),
                    "",
                    "true",
                    "",
                    "ci.yaml:1:1")),
            map("version", "${{ steps.hi.outputs.version }}"));
    return new PlannedJob(
        "build",
        "Build",
        List.of(),
        List.of(),
        List.of("linux"),
        body,
        Duration.ofHours(1),
        Duration.ofSeconds(30),
        "",
        JobPolicy.PLAIN);
  }

  private static PlannedStep step() {
    var backoff = new Backoff(Duration.ofSeconds(1), 1.5, Duration.ofSeconds(30));
    var policy =
        new StepPolicy(
            List.of(0, 3),
            new StepPolicy.Retry(2, List.of(7), "flaky", backoff),
            Optional.of("npm"),
            true,
            List.of(Hook.of(StepType.CLEANUP, "rm -f x")));
    return new PlannedStep(
        "hi",
        "greet",
        new StepAction.Script("echo hi\n", "bash", ""),
        OrderedMaps.empty(),
        map("A", "${{ secrets.B }}"),
        "always()",
        "false",
        "5",
        0,
        "ci.yaml:1:1",
        policy);
  }

  private static SequencedMap<String, String> map(String key, String value) {
    return OrderedMaps.copyOf(Map.of(key, value));
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
