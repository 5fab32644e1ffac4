package dev.pawl.server.doctor;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.CountFormat;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Repairs findings on request. Each repair is recorded in the journal of what it repairs: as a
/// decision of the engine, or as REBUILD.
public final class StoreRepair {

  /// The result of a repair.
  ///
  /// @param isRepaired whether the finding is resolved
  public record RepairResult(Finding finding, boolean isRepaired, String description) {}

  /// The options of a repair.
  ///
  /// @param servedSince since when orchestrators have been running: no lease expires before its
  ///   agent could connect
  /// @param healthCheck runs the health checks of tools
  /// @param resets the tools whose breakers are reset without a health check, as [NamedBreakers]
  /// @param tools the configured profiles of tools
  public record RepairOptions(
      Instant servedSince, HealthCheck healthCheck, List<String> resets, ToolProfiles tools) {
    public RepairOptions {
      resets = List.copyOf(resets);
    }

    /// Options without configured profiles.
    public RepairOptions(Instant servedSince, HealthCheck healthCheck, List<String> resets) {
      this(servedSince, healthCheck, resets, ToolProfiles.NONE);
    }
  }

  private static final int MAX_EFFECTS = 1_000;

  private final SqlStore store;
  private final Audit audit;
  private final Actor by;
  private final Supplier<String> commitIds;
  private final RepairOptions setting;
  private final DirectCommand intervention;
  private final RepairDecisions decisions;

  /// A repair beside the orchestrators of the store.
  ///
  /// @param by the operator
  /// @param commitIds generates the ids of commits
  public StoreRepair(
      SqlStore store, Engine engine, Actor by, Supplier<String> commitIds, RepairOptions setting) {
    this(
        store,
        engine,
        by,
        commitIds,
        setting,
        new DirectDecisions(new DirectCommand(store, engine, commitIds), setting.servedSince()));
  }

  /// A repair whose commands are decided by somebody else.
  ///
  /// @param by the operator
  /// @param commitIds generates the ids of commits
  public StoreRepair(
      SqlStore store,
      Engine engine,
      Actor by,
      Supplier<String> commitIds,
      RepairOptions setting,
      RepairDecisions decisions) {
    this.store = store;
    this.decisions = decisions;
    this.audit = store.audit(engine);
    this.by = by;
    this.commitIds = commitIds;
    this.setting = setting;
    this.intervention = new DirectCommand(store, engine, commitIds);
  }

  public RepairResult repair(Finding finding) {
    try {
      return switch (finding.repair()) {
        case NONE, INTERRUPT -> new RepairResult(finding, false, RepairAction.NONE.description());
        case REBUILD -> rebuild(finding);
        case TICK -> tick(finding);
        case RESET -> reset(finding);
        case DELETE -> delete(finding);
        case RELEASE -> release(finding);
        case REVOKE -> decided(finding, intervention.revokeLeft(new RunId(finding.key()), by));
      };
    } catch (CorruptJournal | UnreadableRow e) {
      return new RepairResult(
          finding, false, "the journal is corrupt, so nothing is rebuilt: " + e.getMessage());
    } catch (ConstraintViolation e) {
      return new RepairResult(finding, false, "the store rejects it: " + e.getMessage());
    } catch (CommitConflict _) {
      return new RepairResult(finding, false, "it is being changed by others; try again");
    }
  }

  /// Rebuilds all rows of the aggregate at once, so a second finding of it may be resolved already.
  private RepairResult rebuild(Finding finding) {
    Kind kind = Machine.ofWireName(Kind.class, finding.aggregate());
    int rows = audit.rebuild(kind, finding.key(), by, commitIds.get(), store.now()).size();
    return new RepairResult(
        finding,
        true,
        rows == 0 ? "the rows match the journal" : "rebuilt " + CountFormat.text(rows, "row"));
  }

  private RepairResult tick(Finding finding) {
    var run = new RunId(finding.key());
    Decision decision = decisions.tick(run, by);
    return decision instanceof Decision.Late(var why)
        ? new RepairResult(
            finding,
            false,
            finding.code() == Finding.Code.NO_DEADLINE
                ? why + "; please report it"
                : why + "; no lease expires while no orchestrator is running, so start one")
        : decided(finding, decision);
  }

  /// Rows that differ from the journal are rebuilt first: they would only have it quarantined
  /// again.
  private RepairResult release(Finding finding) {
    var run = new RunId(finding.key());
    if (audit.check(Kind.RUN, finding.key()).journalProblem().isEmpty()) {
      var _ = rebuild(finding);
    }
    if (store.queries().journalProblem(run).isPresent()) {
      return new RepairResult(finding, false, "its journal is corrupt; end it by a forced cancel");
    }
    store.quarantines().release(run);
    return new RepairResult(finding, true, "released: orchestrators try it again");
  }

  private RepairResult reset(Finding finding) {
    String tool = Breaker.toolOf(finding.key());
    if (setting.resets().stream().anyMatch(name -> NamedBreakers.names(name, finding.key()))) {
      return closed(finding);
    }
    Optional<String> check =
        setting.tools().effective(store.breaker(finding.key())).profile().healthCheck();
    if (check.isEmpty()) {
      return new RepairResult(
          finding,
          false,
          "the tool has no health check; `--reset %s` resets the breaker without one"
              .formatted(tool));
    }
    Optional<String> refusal = setting.healthCheck().refusal();
    if (refusal.isPresent()) {
      return new RepairResult(
          finding,
          false,
          "%s; `--reset %s` resets the breaker without it".formatted(refusal.get(), tool));
    }
    return setting.healthCheck().passes(check.get())
        ? closed(finding)
        : new RepairResult(finding, false, "the tool's health check failed");
  }

  private RepairResult closed(Finding finding) {
    return switch (decisions.reset(finding.key(), by)) {
      case Decision.Accepted _ -> new RepairResult(finding, true, "reset: the breaker is closed");
      case Decision.Late(var why) -> new RepairResult(finding, true, why); // a second finding of it
      case Decision.Refused(var refusal) -> new RepairResult(finding, false, refusal.message());
    };
  }

  private RepairResult delete(Finding finding) {
    if (finding.code() == Finding.Code.ORPHAN_ROW) {
      int rows = 0;
      for (String group : audit.groupsOfOrphan(finding.key())) {
        var _ = intervention.removeMember(group, new RunId(finding.key()), by);
        rows++;
      }
      rows += audit.deleteOrphanRows(finding.key());
      return new RepairResult(finding, true, "deleted " + CountFormat.text(rows, "row"));
    }
    List<Audit.UndeliveredEffect> effects =
        audit.orphanEffects(MAX_EFFECTS).stream()
            .filter(effect -> effect.key().equals(finding.key()))
            .toList();
    effects.forEach(audit::deleteEffect);
    return new RepairResult(finding, true, "deleted " + CountFormat.text(effects.size(), "effect"));
  }

  private static RepairResult decided(Finding finding, Decision decision) {
    return switch (decision) {
      case Decision.Accepted _ -> new RepairResult(finding, true, "done");
      case Decision.Late(var why) -> new RepairResult(finding, false, why);
      case Decision.Refused(var refusal) -> new RepairResult(finding, false, refusal.message());
    };
  }
}
