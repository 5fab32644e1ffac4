package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Kept;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.core.run.Skips;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Another run of one that is over, made beside whatever orchestrators there are, as an
/// [Intervention] is. Its plan is that of the one before, so it is there and planned in one commit:
/// nobody finds it without knowing which results it keeps.
public final class Rerun {

  private static final int MOST_TRIES = 5;

  /// What of the run is wanted again.
  ///
  /// @param skipped the ids of jobs that it is to go on without
  public record Wanted(Reruns.Scope scope, List<String> skipped) {
    public Wanted {
      skipped = List.copyOf(skipped);
    }
  }

  private final Store store;
  private final Engine engine;
  private final Ids ids;

  public Rerun(Store store, Engine engine, Ids ids) {
    this.store = store;
    this.engine = engine;
    this.ids = ids;
  }

  /// The new run, as it was accepted; or why there is none.
  ///
  /// @throws Conflict if somebody else keeps changing what it touches
  public Decision of(Run before, Wanted wanted, Actor by) {
    if (!before.isOver()) {
      return refused(
          "run #%d is %s; what is not over is not run again: `pawl retry` tries its failed jobs again"
              .formatted(before.origin().number(), Machine.wireName(before.state())));
    }
    if (Reruns.comesByItself(before)) {
      return refused(
          "the workflow's own `retry` makes the next attempt at run #%d by itself"
              .formatted(before.origin().number()));
    }
    Plan plan = Reruns.plan(before, wanted.scope());
    for (String job : wanted.skipped()) {
      if (plan.jobs().stream().noneMatch(one -> one.id().equals(job))) {
        return new Decision.Refused(
            new Refusal(
                Refusal.Code.UNKNOWN, "what is run again has no job %s to skip".formatted(job)));
      }
    }
    RunId id = ids.run();
    for (int tries = 1; ; tries++) {
      try {
        return made(id, before, planned(before, plan, wanted, by), by);
      } catch (Conflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private Decision made(RunId id, Run before, FinishPlanning planned, Actor by) {
    Instant now = store.now();
    Origin origin = before.origin();
    var lineage = new Origin.Lineage("", origin.lineage().attempt() + 1, 0);
    Run created = Run.created(id, origin.again(lineage, by, now));
    String why = "rerun of #%d, %s".formatted(origin.number(), before.id());
    Decision started = decided(created, new StartPlanning(by, why), now);
    if (!(started instanceof Decision.Accepted first)) {
      return started;
    }
    Decision finished = decided(first.run(), planned, now);
    if (finished instanceof Decision.Accepted second) {
      commit(change(first, now).without(Effect.ReadWorkflow.class), change(second, now));
    }
    return finished;
  }

  private static FinishPlanning planned(Run before, Plan plan, Wanted wanted, Actor by) {
    List<Kept> kept =
        Reruns.kept(before, wanted.scope()).stream()
            .filter(one -> !wanted.skipped().contains(one.job()))
            .toList();
    var skips = new Skips(wanted.skipped(), by.name());
    return new FinishPlanning(plan, kept, skips);
  }

  private Decision decided(Run run, Command command, Instant now) {
    return engine.decide(run, command, store, now);
  }

  private Change change(Decision.Accepted accepted, Instant now) {
    return new Change(accepted, now, engine.nextDue(accepted.run()));
  }

  private void commit(Change... changes) {
    store.commit(new Commit(ids.next(), List.of(changes), List.of(), List.of(), true, Set.of()));
  }

  private static Decision refused(String why) {
    return new Decision.Refused(new Refusal(Refusal.Code.WRONG_STATE, why));
  }
}
