package dev.pawl.server.agents;

import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import java.util.Optional;

/// Renders effects as messages to agents. A dispatch is rendered from the state when it is sent, so
/// that no secret is ever stored with it.
public final class AgentMessageRenderer {

  private final LeaseIds leaseIds;
  private final Deadlines deadlines;
  private final JobDispatchRenderer jobs;

  public AgentMessageRenderer(LeaseIds leaseIds, Deadlines deadlines, JobDispatchRenderer jobs) {
    this.leaseIds = leaseIds;
    this.deadlines = deadlines;
    this.jobs = jobs;
  }

  /// The message; none for a dispatch whose lease is over.
  public Optional<ServerMessage> message(Run run, Effect.ToAgent effect) {
    String leaseId = leaseIds.of(run.id(), effect.lease());
    return switch (effect) {
      case Effect.Dispatch(var lease, _) when !LeaseLookup.isLive(run, lease) -> Optional.empty();
      case Effect.Dispatch(var lease, _) -> Optional.of(dispatch(run, lease));
      case Effect.CancelJob cancel ->
          Optional.of(
              new JobCancel(leaseId, cancel.force(), cancel.reason(), cancel.bound().toSeconds()));
      case Effect.Fence fence ->
          Optional.of(
              new LeaseStale(
                  leaseId, Machine.wireName(fence.end()), LeaseLookup.hooks(run, fence.lease())));
    };
  }

  public JobDispatch dispatch(Run run, LeaseRef lease) {
    Job job = run.job(lease.attempt().job());
    PlannedJob planned = job.planned();
    return new JobDispatch(
        leaseIds.of(run.id(), lease),
        run.id().value(),
        planned.id(),
        lease.attempt().attempt(),
        lease.number(),
        deadlines.leaseTtl().toSeconds(),
        (int) deadlines.heartbeat().toSeconds(),
        groupCommand(job).orElse(null),
        jobs.job(run, planned),
        jobs.inputs(run, job),
        (int) deadlines.limits().groupEvaluation().toSeconds());
  }

  /// A group that is known already is not asked for again.
  private static Optional<String> groupCommand(Job job) {
    return job.planned()
        .policy()
        .group()
        .filter(rule -> rule.isCommand() && job.place().isEmpty())
        .map(GroupRule::key);
  }
}
