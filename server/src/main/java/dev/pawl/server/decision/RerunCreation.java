package dev.pawl.server.decision;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.SkipRequest;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Creates another run of one that is over, beside the orchestrators of the store, as
/// [DirectCommand] does. It has the plan of the run before, so it is created and planned in one
/// commit: it never exists without the results that it reuses.
public final class RerunCreation {

  private static final int MOST_TRIES = 5;

  /// Jobs of the run that are to be run again.
  ///
  /// @param skipped the ids of jobs to skip
  public record Selection(Reruns.Selection scope, List<String> skipped) {
    public Selection {
      skipped = List.copyOf(skipped);
    }
  }

  private final Store store;
  private final Engine engine;
  private final IdGenerator ids;

  public RerunCreation(Store store, Engine engine, IdGenerator ids) {
    this.store = store;
    this.engine = engine;
    this.ids = ids;
  }

  /// A run to create, or why there is none.
  public sealed interface Proposal {

    record Rejected(Refusal refusal) implements Proposal {}

    /// The run and its first two commands.
    ///
    /// @param planned the command with its plan, and the results that it reuses
    record Ready(Run run, StartPlanning start, FinishPlanning planned) implements Proposal {}
  }

  /// The new run, as it was accepted; or why there is none.
  ///
  /// @throws CommitConflict if others keep changing what it touches
  public Decision create(Run before, Selection wanted, Actor by) {
    RunId id = ids.run();
    for (int tries = 1; ; tries++) {
      try {
        return switch (propose(id, before, wanted, by)) {
          case Proposal.Rejected(var refusal) -> new Decision.Refused(refusal);
          case Proposal.Ready ready -> made(ready);
        };
      } catch (CommitConflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /// Proposes another run of one that is over.
  ///
  /// @param id the id of the new run
  public Proposal propose(RunId id, Run before, Selection wanted, Actor by) {
    if (!before.isOver()) {
      return rejected(
          "run #%d is %s and has not ended. To try its failed jobs again, use `pawl retry`."
              .formatted(before.origin().number(), Machine.wireName(before.state())));
    }
    if (Reruns.isRetriedByPolicy(before)) {
      return rejected(
          "the workflow's own `retry` makes the next attempt at run #%d by itself"
              .formatted(before.origin().number()));
    }
    if (before.plan().isLost()) {
      return rejected(
          "the plan of run #%d is lost, because its journal could not be used. Start it anew."
              .formatted(before.origin().number()));
    }
    Plan plan = Reruns.plan(before, wanted.scope());
    for (String job : wanted.skipped()) {
      if (plan.jobs().stream().noneMatch(one -> one.id().equals(job))) {
        return new Proposal.Rejected(
            new Refusal(Refusal.Code.UNKNOWN, "the rerun has no job '%s' to skip".formatted(job)));
      }
    }
    Origin origin = before.origin();
    var lineage = new Origin.Lineage("", origin.lineage().attempt() + 1, 0);
    Run created = Run.created(id, origin.again(lineage, by, store.now()));
    String why = "rerun of #%d, %s".formatted(origin.number(), before.id());
    return new Proposal.Ready(
        created, new StartPlanning(by, why), planned(before, plan, wanted, by));
  }

  private Decision made(Proposal.Ready ready) {
    Instant now = ready.run().origin().at();
    Decision started = decided(ready.run(), ready.start(), now);
    if (!(started instanceof Decision.Accepted first)) {
      return started;
    }
    Decision finished = decided(first.run(), ready.planned(), now);
    if (finished instanceof Decision.Accepted second) {
      commit(change(first, now).without(Effect.ReadWorkflow.class), change(second, now));
    }
    return finished;
  }

  private static FinishPlanning planned(Run before, Plan plan, Selection wanted, Actor by) {
    List<ReusedResult> kept =
        Reruns.reusedResults(before, wanted.scope()).stream()
            .filter(one -> !wanted.skipped().contains(one.job()))
            .toList();
    var skips = new SkipRequest(wanted.skipped(), by.name());
    return new FinishPlanning(plan, kept, skips);
  }

  private Decision decided(Run run, EngineCommand command, Instant now) {
    return engine.decide(run, command, store, now);
  }

  private Change change(Decision.Accepted accepted, Instant now) {
    return new Change(accepted, now, engine.nextDue(accepted.run()));
  }

  private void commit(Change... changes) {
    store.commit(
        new Commit(
            ids.next(), List.of(changes), List.of(), List.of(), CommitNotice.WORK, Set.of()));
  }

  private static Proposal rejected(String why) {
    return new Proposal.Rejected(new Refusal(Refusal.Code.WRONG_STATE, why));
  }
}
