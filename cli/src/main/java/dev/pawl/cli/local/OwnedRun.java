package dev.pawl.cli.local;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.command.Effect.StartRun;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.decision.RerunCreation.Proposal;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/// The run that this process executes, with its automatic retries: starts it, cancels it, reviews
/// its jobs, and waits for its end. Everything is decided by the orchestrator.
public final class OwnedRun {

  /// The process and the user that own the run.
  ///
  /// @param id the id of the process, as its orchestrator has it
  /// @param agent the id of its agent
  record Owner(String id, String agent, Actor user) {}

  private final Owner owner;
  private final SqliteStore store;
  private final Orchestrator orchestrator;
  private final LocalRunSettings settings;
  private final CompletableFuture<Run> ended = new CompletableFuture<>();

  /// The run, or its latest retry.
  private volatile RunId latest = new RunId("");

  /// Whether the run had ended at the last look, though this process has not observed it.
  private boolean hadEnded;

  OwnedRun(Owner owner, SqliteStore store, Orchestrator orchestrator, LocalRunSettings settings) {
    this.owner = owner;
    this.store = store;
    this.orchestrator = orchestrator;
    this.settings = settings;
  }

  /// A change of a run is durable.
  void changed(Change change) {
    if (settings.options().approvesAll()) {
      AutomaticApproval.newHolds(change).forEach(held -> approve(change.run().id(), held));
    }
    if (change.run().isOver() && change.run().id().equals(latest)) {
      next(change).ifPresentOrElse(again -> latest = again, () -> ended.complete(change.run()));
    }
  }

  /// The next attempt of the run, if the workflow's own `retry` makes one.
  private static Optional<RunId> next(Change change) {
    return change.effects().stream()
        .flatMap(effect -> effect instanceof StartRun start ? Stream.of(start.id()) : Stream.of())
        .findFirst();
  }

  /// Notices that another process has ended the run, for example to repair the store. What this
  /// process ends itself it observes at once, so the run must have ended at two looks.
  void notice() {
    if (ended.isDone() || latest.value().isEmpty()) {
      return;
    }
    boolean hasEnded =
        store.queries().find(latest.value()).filter(run -> run.endedAt() != null).isPresent();
    if (hasEnded && hadEnded) {
      store.run(latest).ifPresent(ended::complete);
    }
    hadEnded = hasEnded;
  }

  /// Ends the wait for the run: it cannot continue.
  void fail(Throwable fault) {
    ended.completeExceptionally(fault);
  }

  boolean hasFailed() {
    return ended.isCompletedExceptionally();
  }

  /// The runs of a local store are numbered together: a directory may change its repository.
  private static final RepositoryKey ALL_REPOSITORIES = new RepositoryKey(Origin.DEFAULT_ORG, "");

  /// Starts a run of `plan`, which was made for it.
  ///
  /// @param source the code that it runs
  public void start(RunId run, Plan plan, String file, String event, Origin.Source source) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            store.nextRunNumber(ALL_REPOSITORIES),
            plan.workflow(),
            file,
            event,
            owner.user(),
            owner.id(),
            store.now(),
            source,
            Origin.Lineage.FIRST);
    create(Run.created(run, origin), new StartPlanning(), new FinishPlanning(plan));
  }

  /// Starts another attempt of a run that has ended.
  ///
  /// @param run the id of the new attempt
  /// @param source the code that is there now
  /// @throws EnvironmentException if the run cannot be run again
  public void rerun(RunId run, RunId before, RerunCreation.Selection wanted, Origin.Source source) {
    RerunCreation creation =
        new RerunCreation(
            store,
            new Engine(LocalOrchestrator.DEADLINES),
            new IdGenerator(InstantSource.system()));
    switch (creation.propose(run, store.run(before).orElseThrow(), wanted, owner.user())) {
      case Proposal.Rejected(var refusal) -> throw new EnvironmentException(refusal.message());
      case Proposal.Ready(var made, var start, var planned) ->
          create(Run.created(run, made.origin().ownedBy(owner.id(), source)), start, planned);
    }
  }

  private void create(Run run, StartPlanning start, FinishPlanning planned) {
    latest = run.id();
    store.localOptions().put(run.origin().number(), settings.options().encoded());
    if (durable(orchestrator.create(run, start, planned))
        instanceof Decision.Refused(var refusal)) {
      throw new EnvironmentException("the run cannot start: " + refusal.message());
    }
  }

  /// Approves a held job, by its id, as the owner of the store.
  public void approve(String job) {
    held(job).ifPresent(held -> approve(latest, held));
  }

  /// Rejects a held job, by its id.
  public void reject(String job) {
    held(job)
        .ifPresent(
            held -> review(latest, new RejectJob(held, Reviewer.storeOwner(owner.user()), "")));
  }

  private Optional<AttemptRef> held(String job) {
    return store.run(latest).flatMap(run -> run.job(job)).map(Job::ref);
  }

  private void approve(RunId run, AttemptRef held) {
    review(run, new ApproveJob(held, Reviewer.storeOwner(owner.user())));
  }

  /// Submits a review. A failure of the store ends the run, which would otherwise wait for ever.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void review(RunId run, EngineCommand.Review review) {
    orchestrator
        .submit(run, review)
        .whenComplete((_, fault) -> {
          if (fault != null) {
            fail(fault);
          }
        });
  }

  /// Why the run and its jobs wait; nothing if the store cannot be read now.
  public WaitSummary explain(Run run) {
    try {
      var explainer =
          new StatusExplainer(
              LocalOrchestrator.DEADLINES, store, List.of(store.agent(owner.agent())));
      return WaitSummary.of(run, explainer, store.now());
    } catch (StoreUnavailable _) {
      return WaitSummary.EMPTY;
    }
  }

  /// Requests the cancellation of the run or of its latest retry, gracefully or forced. The result
  /// arrives as changes; a failure of the store is thrown by [#await].
  @SuppressWarnings("FutureReturnValueIgnored")
  public void cancel(boolean force) {
    orchestrator.submit(
        latest, new CancelRun(owner.user(), force, cancelReason(owner.user(), force)));
  }

  /// The reason of a cancellation that a person asked for.
  public static String cancelReason(Actor by, boolean force) {
    return (force ? "force-cancelled by " : "cancelled by ") + by.name();
  }

  /// Waits for the end of the run, or of its last retry.
  ///
  /// @throws StoreUnavailable if the store failed
  /// @throws RunQuarantinedException if the run cannot continue
  public Run await() {
    return durable(ended);
  }

  private static <T> T durable(CompletableFuture<T> reply) {
    try {
      return reply.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException problem ? problem : e;
    }
  }
}
