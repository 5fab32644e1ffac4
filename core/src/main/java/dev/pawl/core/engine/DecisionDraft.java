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
  private static final class Page {
    private final Aggregate found;
    private Aggregate now;
    private final List<Transition> lines = new ArrayList<>();

    private boolean isChanged;

    private Page(Aggregate found) {
      this.found = found;
      this.now = found;
    }

    private void become(Aggregate next) {
      now = next;
      isChanged = true;
    }
  }

  private final Instant now;
  private final Actor actor;
  private final Deadlines deadlines;
  private final DecisionContext around;
  private final Page asked;
  private final Map<Id, Page> touched = new LinkedHashMap<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<LeaseRef> renewed = new ArrayList<>();
  private Run run;

  DecisionDraft(Run run, Actor actor, Deadlines deadlines, DecisionContext around, Instant now) {
    this.run = run;
    this.asked = new Page(run);
    this.actor = actor;
    this.deadlines = deadlines;
    this.around = around;
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
    return (Group) page(new Id(Aggregate.Kind.GROUP, key)).now;
  }

  Breaker breaker(String tool) {
    return (Breaker) page(new Id(Aggregate.Kind.BREAKER, tool)).now;
  }

  Agent agent(String id) {
    return (Agent) page(new Id(Aggregate.Kind.AGENT, id)).now;
  }

  /// See [DecisionContext#agentLabels].
  List<List<String>> agentLabels() {
    return around.agentLabels();
  }

  List<GroupPlace> groupPlaces(RunId other) {
    return around.groupPlaces(other);
  }

  private Page page(Id id) {
    return touched.computeIfAbsent(
        id,
        wanted ->
            new Page(
                switch (wanted.kind()) {
                  case GROUP -> around.group(wanted.key());
                  case BREAKER -> around.breaker(wanted.key());
                  case AGENT -> around.agent(wanted.key());
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
    asked.become(run);
    if (event instanceof DomainEvent.LeaseRenewed(var lease)) {
      renewed.add(lease);
    } else {
      asked.lines.add(TransitionFactory.line(before, run, event, by));
      ReportEffects.after(this, before, event);
    }
  }

  void apply(String group, DomainEvent.OfGroup event) {
    Page page = page(new Id(Aggregate.Kind.GROUP, group));
    page.become(EventApplier.apply(page.now, event, now));
    page.lines.add(TransitionFactory.line(event, actor));
  }

  void apply(String tool, DomainEvent.OfBreaker event) {
    Page page = page(new Id(Aggregate.Kind.BREAKER, tool));
    Breaker before = (Breaker) page.now;
    page.become(EventApplier.apply(before, event, now));
    page.lines.add(TransitionFactory.line(before, event, actor));
  }

  /// Applies an event to an agent. It adds no journal line: an agent's leases follow from the run's
  /// lines.
  void apply(String agent, DomainEvent.OfAgent event) {
    Page page = page(new Id(Aggregate.Kind.AGENT, agent));
    page.become(EventApplier.apply(page.now, event, now));
  }

  void addEffect(Effect effect) {
    effects.add(effect);
  }

  boolean isEmpty() {
    return !asked.isChanged && touched.values().stream().noneMatch(page -> page.isChanged);
  }

  Decision accepted() {
    AttemptCompletion.updateRecovery(this);
    List<Revision> revisions = new ArrayList<>();
    List<Decision.Read> reads = new ArrayList<>();
    // Liveness alone is no revision: the version counts the journal's entries.
    boolean isWritten = !asked.lines.isEmpty();
    revisions.add(new Revision(isWritten ? EventApplier.committed(run) : run, asked.lines));
    touched.forEach((id, page) -> {
      if (page.isChanged) {
        revisions.add(new Revision(EventApplier.committed(page.now), page.lines));
      } else {
        reads.add(new Decision.Read(id.kind(), id.key(), page.found.version()));
      }
    });
    return new Decision.Accepted(revisions, reads, effects, renewed);
  }
}
