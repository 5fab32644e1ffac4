package dev.pawl.server.runtime;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobCancel;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.LeaseStale;
import java.time.Duration;

/// Effects as messages. A dispatch is rendered from the state when it is sent, so that nothing
/// secret is ever stored with it.
final class Deliveries {

  private final LeaseIds leaseIds;
  private final Duration leaseTtl;
  private final Duration heartbeat;

  Deliveries(LeaseIds leaseIds, Deadlines deadlines, Duration heartbeat) {
    this.leaseIds = leaseIds;
    this.leaseTtl = deadlines.leaseTtl();
    this.heartbeat = heartbeat;
  }

  FromServer message(Run run, Effect effect) {
    String leaseId = leaseIds.of(run.id(), effect.lease());
    return switch (effect) {
      case Effect.Dispatch(var lease, _) -> dispatch(run, lease, leaseId);
      case Effect.CancelJob cancel ->
          new JobCancel(leaseId, cancel.force(), cancel.reason(), cancel.bound().toSeconds());
      case Effect.Fence fence -> new LeaseStale(leaseId, Machine.wireName(fence.end()), "none");
    };
  }

  private JobDispatch dispatch(Run run, LeaseRef lease, String leaseId) {
    PlannedJob job = run.plan().job(lease.attempt().job());
    var steps =
        job.steps().stream()
            .map(step ->
                new FromServer.Step(
                    step.name(),
                    step.run(),
                    Machine.wireName(step.shell()),
                    step.workingDirectory(),
                    step.env(),
                    step.source()))
            .toList();
    return new JobDispatch(
        leaseId,
        run.id().value(),
        job.id(),
        lease.attempt().attempt(),
        lease.number(),
        leaseTtl.toSeconds(),
        (int) heartbeat.toSeconds(),
        job.timeout().toSeconds(),
        job.grace().toMillis(),
        0,
        null,
        new FromServer.Job(job.name(), job.env(), steps));
  }
}
