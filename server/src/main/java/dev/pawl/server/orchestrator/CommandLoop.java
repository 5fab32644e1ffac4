package dev.pawl.server.orchestrator;

import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.orchestrator.CommitPipeline.InFlight;
import dev.pawl.server.orchestrator.CommitPipeline.OutcomeUnknown;
import dev.pawl.server.orchestrator.CommitPipeline.Proposal;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.UnreadableRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Takes turns: each decides a batch of requests, commits it, and releases its replies and effects.
///
/// While a batch is being committed the next one is decided, as if that had happened; neither is
/// released before it has. If it does not happen, the next one is discarded and decided again.
///
/// The requests of a batch that cannot be committed go to [BatchRetry]. A commit of unknown outcome
/// is resolved before anything else is done.
final class CommandLoop {

  private final OrchestratorLimits limits;
  private final Store store;
  private final Inbox inbox;
  private final LoopMemory memory;
  private final AgentPresence presence;
  private final Outbox outbox;
  private final StorePoller poller;
  private final BatchBuilder builder;
  private final CommitPipeline pipeline;
  private final BatchRetry retry;

  /// The requests of the batch that is being decided; none while that batch is in flight.
  private List<LoopRequest> current = List.of();

  /// Whether the store was polled since the last commit.
  private boolean hasPolled;

  private long polls;

  CommandLoop(
      OrchestratorLimits limits,
      Store store,
      Inbox inbox,
      LoopMemory memory,
      AgentPresence presence,
      Outbox outbox,
      BatchBuilder builder,
      CommitPipeline pipeline) {
    this.limits = limits;
    this.store = store;
    this.inbox = inbox;
    this.memory = memory;
    this.presence = presence;
    this.outbox = outbox;
    this.builder = builder;
    this.pipeline = pipeline;
    this.poller = new StorePoller(limits, store, memory, presence, outbox);
    this.retry = new BatchRetry(inbox, memory, builder, pipeline);
  }

  static OrchestratorUnavailable busy() {
    return new OrchestratorUnavailable("busy: too many requests are waiting; try again in 1 s");
  }

  boolean hasMore() {
    return switch (pipeline.state()) {
      case InFlight _ -> true;
      case OutcomeUnknown _ -> false;
      case CommitPipeline.Idle _ ->
          !inbox.isEmpty()
              || builder.hasMoreToGrant()
              || presence.hasArrivals()
              || outbox.hasMore();
    };
  }

  /// Whether there is nothing to do but to wait for a request, or for the commit in flight.
  boolean isIdle() {
    return pipeline
        .inFlight()
        .map(flight -> inbox.isEmpty() && !flight.pending().isDone())
        .orElseGet(() -> !hasMore());
  }

  /// How long an idle loop may wait for a request.
  Duration longestWait() {
    return poller.untilNext(store.now());
  }

  void turn() {
    resolve();
    try {
      Optional<InFlight> last = pipeline.inFlight();
      if (last.isEmpty()) {
        begin();
      } else {
        finish(last.get(), decideAhead(last.get()));
      }
    } catch (RuntimeException e) {
      abandon(e);
      throw e;
    }
    resolve();
  }

  /// Decides a batch and begins to commit it.
  private void begin() {
    current = inbox.take(limits.batch() - limits.crossRunShare());
    if (inbox.hasNoReturnedRequests()) { // else the returned requests could grow without bound
      List<LoopRequest> taken = current;
      outbox
          .takeCrossRunEffects(limits.batch() - taken.size())
          .forEach(effect -> taken.add(new LoopRequest.CrossRunRequest(effect)));
    }
    presence.clearArrivals();
    Instant now = store.now();
    var input = new BatchInput(current, poll(now), limits.batch());
    Batch batch;
    try {
      batch = builder.build(input);
    } catch (UnreadableRow e) {
      retry(() -> retry.retry(input, e));
      return;
    }
    if (!isWorthACommit(batch)) {
      pipeline.release(batch, current);
      outbox.deliver(now, false);
      return;
    }
    boolean isAlone = inbox.isEmpty() && input.isSmall();
    InFlight begun = pipeline.begin(pipeline.propose(batch), input, isAlone);
    current = List.of();
    hasPolled = false;
    if (begun.pending().isDone()) {
      finish(begun, Optional.empty());
    }
  }

  private List<DueRun> poll(Instant now) {
    if (inbox.takeNotification()) {
      poller.notified();
    }
    hasPolled = poller.isDue(now);
    if (!hasPolled) {
      return List.of();
    }
    polls++;
    builder.servedSince(store.recordPresence(now));
    builder.refreshQuarantine();
    return poller.poll(now);
  }

  /// Decides the next batch while the last one is in flight, unless something must be done between
  /// them.
  private Optional<Batch> decideAhead(InFlight last) {
    try {
      Instant now = store.now();
      boolean mustWait =
          poller.isDue(now)
              || inbox.hasNotification()
              || outbox.hasCrossRunEffects()
              || memory.dispatcher().needsCleanup();
      if (mustWait || !last.batch().allowsNextBatch()) {
        return Optional.empty();
      }
      current =
          inbox.takeWhile(builder::canDecideDuringCommit, limits.batch() - limits.crossRunShare());
      return current.isEmpty()
          ? Optional.empty()
          : Optional.of(builder.buildAhead(last, now, ahead(current)));
    } catch (RuntimeException _) {
      inbox.putBack(current); // it fails again when it is decided in its turn
      current = List.of();
      return Optional.empty();
    }
  }

  private BatchInput ahead(List<LoopRequest> requests) {
    return new BatchInput(requests, List.of(), limits.batch());
  }

  /// Waits for the commit in flight, and begins the next one before the last is released: the store
  /// is never idle while there is work.
  private void finish(InFlight last, Optional<Batch> next) {
    Optional<Proposal> proposal = next.filter(this::isWorthACommit).map(pipeline::propose);
    if (!isCommitted(last)) {
      return;
    }
    List<LoopRequest> ahead = current;
    current = joined(last.input().requests(), ahead);
    proposal.ifPresent(it -> pipeline.begin(it, ahead(ahead), false));
    current = proposal.isPresent() ? List.of() : ahead;
    pipeline.release(last);
    next.ifPresent(Batch::previousCommitted);
    if (proposal.isEmpty()) {
      next.ifPresent(batch -> pipeline.release(batch, ahead));
      current = List.of();
    }
    outbox.deliver(store.now(), proposal.isPresent());
  }

  private static List<LoopRequest> joined(List<LoopRequest> one, List<LoopRequest> other) {
    return other.isEmpty() ? one : Stream.concat(one.stream(), other.stream()).toList();
  }

  private boolean isWorthACommit(Batch batch) {
    return batch.isWorthACommit(hasPolled || outbox.isFull());
  }

  /// Whether the commit succeeded. If not, its input is retried, and the batch after it, which
  /// assumed this commit, is put back.
  private boolean isCommitted(InFlight last) {
    try {
      boolean isCommitted = pipeline.await(last);
      if (!isCommitted) {
        putBackAhead(last);
        current = List.of();
      }
      return isCommitted;
    } catch (CommitConflict conflict) {
      putBackAhead(last);
      retry(() -> retry.retry(last.input(), conflict));
      return false;
    } catch (ConstraintViolation violation) {
      putBackAhead(last);
      retry(() -> retry.retry(last.input(), violation));
      return false;
    } catch (RuntimeException e) {
      putBackAhead(last);
      throw e;
    }
  }

  /// Puts back the batch that was decided ahead; `current` is the failed batch's requests again.
  private void putBackAhead(InFlight last) {
    memory.dispatcher().rollback(last.dispatcherUndoMark());
    inbox.putBack(current);
    current = last.input().requests();
  }

  /// A retry gives up its requests itself, unless it dies of an error.
  private void retry(Runnable retry) {
    try {
      retry.run();
    } catch (RuntimeException e) {
      current = List.of();
      throw e;
    }
    current = List.of();
  }

  private void resolve() {
    List<LoopRequest> undone = pipeline.resolve();
    if (!undone.isEmpty() && pipeline.hasRepeatedlyFailed()) {
      current = undone;
      var failure =
          new StoreUnavailable("the store was disconnected during several commits in a row");
      abandon(failure);
      throw failure;
    }
    inbox.putBack(undone);
  }

  /// Gives up everything that is at work; see [BatchBuilder#abandon].
  private void abandon(RuntimeException reason) {
    pipeline.takeUnansweredRequests().forEach(request -> request.fail(reason));
    List<LoopRequest> inFlight = pipeline.abandon();
    builder.abandon(joined(inFlight, current), reason);
    current = List.of();
  }

  /// Waits for the commit in flight, and releases it.
  void finish() {
    pipeline
        .inFlight()
        .ifPresent(last -> {
          try {
            finish(last, Optional.empty());
          } catch (RuntimeException e) {
            abandon(e);
          }
        });
  }

  /// Fails all requests that are left. Those that were begun may have happened.
  void end(String reason) {
    var unknown =
        new CommitOutcomeUnknown(reason + "; it is not known whether the request was carried out");
    pipeline.takeUnansweredRequests().forEach(request -> request.fail(unknown));
    pipeline.uncertain().forEach(request -> request.fail(unknown));
    current.forEach(request -> request.fail(unknown));
    inbox
        .take(Integer.MAX_VALUE)
        .forEach(request -> request.fail(new OrchestratorUnavailable(reason)));
  }

  /// How often it has polled.
  long polls() {
    return polls;
  }

  List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(inbox.sizes());
    sizes.add(new BoundedSize("CommandLoop.current", current.size(), limits.batch()));
    sizes.addAll(pipeline.sizes(limits.batch()));
    return sizes;
  }
}
