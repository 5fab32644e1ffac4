package dev.pawl.server.doctor;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.BrokenJournal;
import dev.pawl.server.runtime.Conflict;
import dev.pawl.server.runtime.Intervention;
import dev.pawl.server.store.Audit;
import dev.pawl.server.store.SqlStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The repairs, each on request, and each in the journal of what it repairs: by the engine's own
/// decisions where there is one to be made, else as REBUILD.
public final class Treatment {

  /// What came of a repair.
  ///
  /// @param isDone whether the finding is gone by it
  public record Outcome(Finding finding, boolean isDone, String what) {}

  /// Where it is given.
  ///
  /// @param servedSince since when somebody has served the store: no lease ends before agents could
  ///   be heard
  /// @param healthCheck tells whether a tool can be used
  /// @param resets the tools whose breakers are reset without any check
  public record Setting(Instant servedSince, HealthCheck healthCheck, List<String> resets) {
    public Setting {
      resets = List.copyOf(resets);
    }
  }

  private static final int MOST = 1_000;

  private final SqlStore store;
  private final Audit audit;
  private final Actor by;
  private final Supplier<String> commitIds;
  private final Setting setting;
  private final Intervention intervention;

  /// @param by whom it is done for
  /// @param commitIds a new one each time
  public Treatment(
      SqlStore store, Engine engine, Actor by, Supplier<String> commitIds, Setting setting) {
    this.store = store;
    this.audit = store.audit(engine);
    this.by = by;
    this.commitIds = commitIds;
    this.setting = setting;
    this.intervention = new Intervention(store, engine, commitIds);
  }

  public Outcome of(Finding finding) {
    try {
      return switch (finding.repair()) {
        case NONE, INTERRUPT -> new Outcome(finding, false, Repair.NONE.words());
        case REBUILD -> rebuild(finding);
        case TICK -> tick(finding);
        case RESET -> reset(finding);
        case FORGET -> forget(finding);
      };
    } catch (BrokenJournal e) {
      return new Outcome(finding, false, "nothing is rewritten: " + e.getMessage());
    } catch (Conflict _) {
      return new Outcome(finding, false, "somebody else keeps changing it; try again");
    }
  }

  /// All rows of an aggregate at once: what a second finding names may be right already.
  private Outcome rebuild(Finding finding) {
    Kind kind = Machine.ofWireName(Kind.class, finding.aggregate());
    int rows = audit.rebuild(kind, finding.key(), by, commitIds.get(), store.now()).size();
    return new Outcome(
        finding,
        true,
        rows == 0 ? "is as the journal tells it" : "rebuilt %d row(s)".formatted(rows));
  }

  private Outcome tick(Finding finding) {
    var run = new RunId(finding.key());
    Decision decision = intervention.ask(run, new Command.Tick(setting.servedSince(), by));
    return decision instanceof Decision.Late(var why)
        ? new Outcome(
            finding,
            false,
            finding.code() == Finding.Code.NO_DEADLINE
                ? why + ", by its own state; please report it"
                : why
                    + ": while nobody serves the store nobody can be heard; start an orchestrator")
        : decided(finding, decision);
  }

  private Outcome reset(Finding finding) {
    if (setting.resets().contains(finding.key())) {
      return decided(finding, intervention.reset(finding.key(), by));
    }
    Optional<String> check = store.breaker(finding.key()).profile().healthCheck();
    if (check.isEmpty()) {
      return new Outcome(
          finding,
          false,
          "the tool has no health check; `--reset %s` resets it all the same"
              .formatted(finding.key()));
    }
    return setting.healthCheck().passes(check.get())
        ? decided(finding, intervention.reset(finding.key(), by))
        : new Outcome(finding, false, "its health check failed: the tool is not well");
  }

  private Outcome forget(Finding finding) {
    if (finding.code() == Finding.Code.ROW_OF_NOBODY) {
      int rows = audit.forgetStrays(finding.key());
      return new Outcome(finding, true, "forgot %d row(s)".formatted(rows));
    }
    List<Audit.Undelivered> effects =
        audit.effectsOfNobody(MOST).stream()
            .filter(effect -> effect.key().equals(finding.key()))
            .toList();
    effects.forEach(audit::forget);
    return new Outcome(finding, true, "forgot %d effect(s)".formatted(effects.size()));
  }

  private static Outcome decided(Finding finding, Decision decision) {
    return switch (decision) {
      case Decision.Accepted _ -> new Outcome(finding, true, "done");
      case Decision.Late(var why) -> new Outcome(finding, false, why);
      case Decision.Refused(var refusal) -> new Outcome(finding, false, refusal.message());
    };
  }
}
