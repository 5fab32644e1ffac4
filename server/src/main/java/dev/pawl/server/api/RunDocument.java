package dev.pawl.server.api;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.sql.SqlStore;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON document of a run: its state, its jobs, and what their agents said last.
///
/// @param pause why no job is dispatched now
record RunDocument(SqlStore store, AgentConnections connections, Optional<String> pause) {

  private static final JsonMapper JSON = new JsonMapper();

  ObjectNode of(Run run) {
    ObjectNode shown =
        JSON.createObjectNode()
            .put("id", run.id().value())
            .put("number", run.origin().number())
            .put("state", Machine.wireName(run.state()))
            .put("reason", run.reason().message());
    store.quarantines().of(run.id()).ifPresent(one -> addQuarantine(one, shown));
    if (!run.origin().source().commit().isEmpty()) {
      shown.put("commit", run.origin().source().commit());
    }
    WaitReasons waiting = WaitReasons.of(run, store, connections.agents(), pause);
    ArrayNode jobs = shown.putArray("jobs");
    Set<LeaseRef> cut = connections.cutLeases(run.id());
    run.jobs().forEach(job -> addJob(run, job, waiting.reason(job), cut, jobs.addObject()));
    return shown;
  }

  /// Adds that nothing is decided about the run, and why.
  private static void addQuarantine(QuarantinedRun quarantined, ObjectNode run) {
    run.putObject("quarantined")
        .put("reason", quarantined.reason())
        .put("since", quarantined.since().toString())
        .put("orchestrator", quarantined.orchestrator())
        .put("advice", "cancel it with {\"force\": true}");
  }

  private void addJob(Run run, Job job, String reason, Set<LeaseRef> cut, ObjectNode shown) {
    Attempt attempt = job.attempt();
    shown
        .put("id", job.planned().id())
        .put("attempt", attempt.number())
        .put("state", Machine.wireName(attempt.state()))
        .put("reason", reason);
    if (attempt instanceof Attempt.Ended ended) {
      addClass(ended.state(), ended.reason().code(), ended.evidence(), shown);
    }
    boolean isCut =
        IntStream.rangeClosed(1, attempt.leases())
            .anyMatch(lease -> cut.contains(new LeaseRef(job.ref(), lease)));
    if (isCut) {
      shown.put("logCut", true);
    }
    if (attempt instanceof Attempt.WithAgent held) {
      connections
          .heartbeat(held.lease().agent(), run.id(), job.planned().id(), held.number())
          .ifPresent(beat -> addProgress(beat, shown));
    }
    if (!job.past().isEmpty()) {
      addEarlierAttempts(job, shown.putArray("earlierAttempts"));
    }
  }

  private static void addEarlierAttempts(Job job, ArrayNode shown) {
    for (int number = 1; number <= job.past().size(); number++) {
      Job.PastAttempt past = job.past().get(number - 1);
      ObjectNode one =
          shown
              .addObject()
              .put("attempt", number)
              .put("state", Machine.wireName(past.state()))
              .put("reason", past.reason().message());
      addClass(past.state(), past.reason().code(), past.evidence(), one);
    }
  }

  /// Adds the class of a failure, and the evidence for it.
  private static void addClass(
      AttemptState state, ReasonCode code, Optional<Evidence> evidence, ObjectNode attempt) {
    if (state.isFailure()) {
      attempt.put("class", Machine.wireName(code));
      evidence.ifPresent(
          its -> attempt.putObject("evidence").put("rule", its.rule()).put("line", its.line()));
    }
  }

  /// Adds what the agent said with its last heartbeat, if it is connected here.
  private static void addProgress(JobHeartbeat beat, ObjectNode job) {
    Progress progress = beat.progress();
    if (progress != null) {
      job.putObject("progress")
          .put("stepIndex", progress.stepIndex())
          .put("percent", progress.percent())
          .put("message", progress.message());
    }
    if (beat.logBytes() != null) {
      job.put("logBytes", beat.logBytes());
    }
  }
}
