package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A decision in progress: the run, groups, breakers and agents as they would be, with the events
/// and effects that lead there. Each event is applied at once, so that later steps of the decision
/// see it.
final class DecisionDraft {

  private record Id(Aggregate.Kind kind, String key) {}

  /// One aggregate, as it was read and as it would be.
  private static final class AggregateDraft {
    private final Aggregate before;
    private Aggregate after;
    private final List<Transition> lines = new ArrayList<>();
    private boolean isChanged;

    private AggregateDraft(Aggregate before) {
      this.before = before;
      this.after = before;
    }

    private void update(Aggregate next) {
      after = next;
      isChanged = true;
    }
  }

  private final Instant now;
  private final Actor actor;
  private final Deadlines deadlines;
  private final DecisionContext context;
  private final AggregateDraft own;
  private final Map<Id, AggregateDraft> others = new LinkedHashMap<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<LeaseRef> renewed = new ArrayList<>();
  private Run run;

  DecisionDraft(Run run, Actor actor, Deadlines deadlines, DecisionContext context, Instant now) {
    this.run = run;
    this.own = new AggregateDraft(run);
    this.actor = actor;
    this.deadlines = deadlines;
    this.context = context;
    this.now = now;
  }

  Run run() {
    return run;
  }

  Actor actor() {
    return actor;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  Instant now() {
    return now;
  }

  Job job(int index) {
    return run.job(index);
  }

  /// The current attempt of a job, as it would be.
  Attempt attempt(int job) {
    return run.job(job).attempt();
  }

  Group group(String key) {
    return (Group) draftOf(new Id(Aggregate.Kind.GROUP, key)).after;
  }

  /// The breaker of a tool of the run's org.
  Breaker breaker(String tool) {
    String key = Breaker.keyOf(run().origin().org(), tool);
    return (Breaker) draftOf(new Id(Aggregate.Kind.BREAKER, key)).after;
  }

  Agent agent(String id) {
    return (Agent) draftOf(new Id(Aggregate.Kind.AGENT, id)).after;
  }

  /// See [DecisionContext#agentLabels].
  List<List<String>> agentLabels() {
    return context.agentLabels(run().origin().org());
  }

  List<GroupPlace> groupPlaces(RunId other) {
    return context.groupPlaces(other);
  }

  private AggregateDraft draftOf(Id id) {
    return others.computeIfAbsent(
        id,
        wanted ->
            new AggregateDraft(
                switch (wanted.kind()) {
                  case GROUP -> context.group(wanted.key());
                  case BREAKER -> context.breaker(wanted.key());
                  case AGENT -> context.agent(wanted.key());
                  case RUN -> throw new IllegalStateException("other runs are reached by effects");
                }));
  }

  void apply(DomainEvent.OfRun event) {
    applyAs(actor, event);
  }

  /// Applies an event in the name of another actor, for example of a reviewer who approved earlier.
  void applyAs(Actor by, DomainEvent.OfRun event) {
    Run before = run;
    run = EventApplier.apply(run, event, now);
    own.update(run);
    if (event instanceof DomainEvent.LeaseRenewed(var lease)) {
      renewed.add(lease);
    } else {
      own.lines.add(TransitionFactory.line(before, run, event, messages(by)));
      ReportEffects.after(this, before, event);
    }
  }

  /// The names of agents are for messages only: no decision depends on them.
  private TransitionMessages messages(Actor by) {
    return new TransitionMessages(by, id -> context.agent(id).name());
  }

  void apply(String group, DomainEvent.OfGroup event) {
    AggregateDraft draft = draftOf(new Id(Aggregate.Kind.GROUP, group));
    Group before = (Group) draft.after;
    draft.update(EventApplier.apply(before, event, now));
    draft.lines.add(TransitionFactory.line(before, (Group) draft.after, event, actor));
  }

  void apply(String tool, DomainEvent.OfBreaker event) {
    AggregateDraft draft = draftOf(new Id(Aggregate.Kind.BREAKER, tool));
    Breaker before = (Breaker) draft.after;
    draft.update(EventApplier.apply(before, event, now));
    draft.lines.add(TransitionFactory.line(before, (Breaker) draft.after, event, actor));
  }

  /// Applies an event to an agent. It adds no journal line: an agent's leases follow from the run's
  /// lines.
  void apply(String agent, DomainEvent.OfAgent event) {
    AggregateDraft draft = draftOf(new Id(Aggregate.Kind.AGENT, agent));
    draft.update(EventApplier.apply(draft.after, event, now));
  }

  /// Whether the decision is based on the run's rows, which do not tell what ended attempts left.
  boolean isRestored() {
    return !own.lines.isEmpty() && own.lines.getFirst().cause() instanceof DomainEvent.RunRestored;
  }

  void addEffect(Effect effect) {
    effects.add(effect);
  }

  boolean isEmpty() {
    return !own.isChanged && others.values().stream().noneMatch(draft -> draft.isChanged);
  }

  Decision accepted() {
    AttemptCompletion.updateRecovery(this);
    List<Revision> revisions = new ArrayList<>();
    List<Decision.Read> reads = new ArrayList<>();
    // Liveness alone does not change the version, which counts journal entries.
    boolean isWritten = !own.lines.isEmpty();
    revisions.add(new Revision(isWritten ? EventApplier.committed(run) : run, own.lines));
    others.forEach((id, draft) -> {
      if (draft.isChanged) {
        revisions.add(new Revision(EventApplier.committed(draft.after), draft.lines));
      } else {
        reads.add(new Decision.Read(id.kind(), id.key(), draft.before.version()));
      }
    });
    return new Decision.Accepted(revisions, reads, effects, renewed);
  }
}
