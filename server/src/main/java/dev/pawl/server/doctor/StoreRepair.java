package dev.pawl.server.doctor;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The repairs, each on request, and each in the journal of what it repairs: by the engine's own
/// decisions where there is one to be made, else as REBUILD.
public final class StoreRepair {

  /// What came of a repair.
  ///
  /// @param isRepaired whether the finding is gone by it
  public record RepairResult(Finding finding, boolean isRepaired, String description) {}

  /// Where it is given.
  ///
  /// @param servedSince since when somebody has served the store: no lease ends before agents could
  ///   be heard
  /// @param healthCheck tells whether a tool can be used
  /// @param resets the tools whose breakers are reset without any check
  public record RepairOptions(Instant servedSince, HealthCheck healthCheck, List<String> resets) {
    public RepairOptions {
      resets = List.copyOf(resets);
    }
  }

  private static final int MOST = 1_000;

  private final SqlStore store;
  private final Audit audit;
  private final Actor by;
  private final Supplier<String> commitIds;
  private final RepairOptions setting;
  private final DirectCommand intervention;

  /// @param by whom it is done for
  /// @param commitIds a new one each time
  public StoreRepair(
      SqlStore store, Engine engine, Actor by, Supplier<String> commitIds, RepairOptions setting) {
    this.store = store;
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
        case FORGET -> forget(finding);
      };
    } catch (CorruptJournal e) {
      return new RepairResult(finding, false, "nothing is rewritten: " + e.getMessage());
    } catch (CommitConflict _) {
      return new RepairResult(finding, false, "somebody else keeps changing it; try again");
    }
  }

  /// All rows of an aggregate at once: what a second finding names may be right already.
  private RepairResult rebuild(Finding finding) {
    Kind kind = Machine.ofWireName(Kind.class, finding.aggregate());
    int rows = audit.rebuild(kind, finding.key(), by, commitIds.get(), store.now()).size();
    return new RepairResult(
        finding,
        true,
        rows == 0 ? "is as the journal tells it" : "rebuilt %d row(s)".formatted(rows));
  }

  private RepairResult tick(Finding finding) {
    var run = new RunId(finding.key());
    Decision decision = intervention.decide(run, new EngineCommand.Tick(setting.servedSince(), by));
    return decision instanceof Decision.Late(var why)
        ? new RepairResult(
            finding,
            false,
            finding.code() == Finding.Code.NO_DEADLINE
                ? why + ", by its own state; please report it"
                : why
                    + ": while nobody serves the store nobody can be heard; start an orchestrator")
        : decided(finding, decision);
  }

  private RepairResult reset(Finding finding) {
    if (setting.resets().contains(finding.key())) {
      return decided(finding, intervention.reset(finding.key(), by));
    }
    Optional<String> check = store.breaker(finding.key()).profile().healthCheck();
    if (check.isEmpty()) {
      return new RepairResult(
          finding,
          false,
          "the tool has no health check; `--reset %s` resets it all the same"
              .formatted(finding.key()));
    }
    return setting.healthCheck().passes(check.get())
        ? decided(finding, intervention.reset(finding.key(), by))
        : new RepairResult(finding, false, "its health check failed: the tool is not well");
  }

  private RepairResult forget(Finding finding) {
    if (finding.code() == Finding.Code.ORPHAN_ROW) {
      int rows = audit.deleteOrphanRows(finding.key());
      return new RepairResult(finding, true, "forgot %d row(s)".formatted(rows));
    }
    List<Audit.UndeliveredEffect> effects =
        audit.orphanEffects(MOST).stream()
            .filter(effect -> effect.key().equals(finding.key()))
            .toList();
    effects.forEach(audit::deleteEffect);
    return new RepairResult(finding, true, "forgot %d effect(s)".formatted(effects.size()));
  }

  private static RepairResult decided(Finding finding, Decision decision) {
    return switch (decision) {
      case Decision.Accepted _ -> new RepairResult(finding, true, "done");
      case Decision.Late(var why) -> new RepairResult(finding, false, why);
      case Decision.Refused(var refusal) -> new RepairResult(finding, false, refusal.message());
    };
  }
}
