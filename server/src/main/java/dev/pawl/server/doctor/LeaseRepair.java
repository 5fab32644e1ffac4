package dev.pawl.server.doctor;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.sql.SqlStore;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Revokes live leases of runs that have ended: nothing else would ever free the slots of their
/// agents. A server does that when it starts.
public final class LeaseRepair {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseRepair.class);
  private static final int MOST = 1_000;

  private final Audit audit;
  private final DirectCommand intervention;

  /// @param commitIds generates the ids of commits
  public LeaseRepair(SqlStore store, Engine engine, Supplier<String> commitIds) {
    this.audit = store.audit(engine);
    this.intervention = new DirectCommand(store, engine, commitIds);
  }

  /// Revokes what it finds. A run whose leases cannot be revoked is left to `pawl doctor`.
  public void repair() {
    List<RunId> runs =
        audit.leftoverLeases(MOST).stream().map(Audit.LeftoverLease::run).distinct().toList();
    for (RunId run : runs) {
      try {
        intervention.revokeLeft(run, Actor.ORCHESTRATOR);
        LOG.atWarn().addKeyValue("run", run).log("revoked the leases of a run that has ended");
      } catch (RuntimeException e) {
        LOG.atError().addKeyValue("run", run).setCause(e).log("leases of an ended run are left");
      }
    }
  }
}
