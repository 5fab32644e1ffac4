package dev.pawl.core.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.JoinGroup;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.EngineCommand.Tick;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Some runs, the real engine and a virtual clock. After every decision the [RunInvariants] are
/// checked, and a second copy of all aggregates, which is replayed from the journal, is compared
/// with the first. Commands between runs are delivered at once, unless they are held back.
public final class StoryWorld implements DecisionContext {

  private static final Duration TURN = Duration.ofSeconds(1);
  public static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final Deadlines deadlines;
  private final Engine engine;
  private final Map<RunId, Run> runs = new LinkedHashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Breaker> breakers = new LinkedHashMap<>();
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Map<String, Aggregate> replayed = new LinkedHashMap<>();
  private final Map<RunId, List<Transition>> journals = new LinkedHashMap<>();
  private final List<Effect> effects = new ArrayList<>();
  private final Deque<Effect.AskRun> heldBack = new ArrayDeque<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private ToolProfile profile = ToolProfile.DEFAULT;
  private boolean isHoldingBack;
  private Instant now = BEGINNING;
  private Instant servedSince = now.minus(Duration.ofHours(1));
  private RunId focus = new RunId("run-0");
  private Decision reply = new Decision.Late("nothing was asked yet");

  public StoryWorld(Deadlines deadlines) {
    this.deadlines = deadlines;
    this.engine = new Engine(deadlines);
  }

  static StoryWorld planned(Deadlines deadlines, Plan plan) {
    var world = new StoryWorld(deadlines);
    world.trigger();
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return world;
  }

  /// Another run, as its trigger creates it, which becomes the current one.
  public RunId trigger() {
    return trigger(new Origin.Source("repo", "main", "c0ffee", "forge"));
  }

  /// A run of files that are in no repository.
  public RunId triggerWithoutCommit() {
    return trigger(Origin.Source.NONE);
  }

  public RunId trigger(Origin.Source source) {
    return trigger(Origin.DEFAULT_ORG, source);
  }

  public RunId trigger(String org, Origin.Source source) {
    int number = runs.size() + 1;
    var id = new RunId("run-" + number);
    add(
        Run.created(
            id,
            new Origin(
                org,
                number,
                "ci",
                "ci.yaml",
                "push",
                Actor.person("dev"),
                "here",
                now,
                source,
                Origin.Lineage.FIRST)));
    return id;
  }

  /// The next run attempt that a policy asked for, with the plan of the one before.
  public void startAgain(Effect.StartRun start) {
    Plan plan = known(start.of()).plan();
    add(Run.created(start.id(), start.origin()));
    ask(new StartPlanning());
    ask(new FinishPlanning(plan));
  }

  private void add(Run run) {
    runs.put(run.id(), run);
    replayed.put(id(run), run);
    journals.put(run.id(), new ArrayList<>());
    focus = run.id();
  }

  public void lookAt(RunId run) {
    assertThat(runs).containsKey(run);
    focus = run;
  }

  public Decision ask(EngineCommand command) {
    reply = ask(focus, command);
    return reply;
  }

  /// Takes all agents away that have the label; see [#connectAgents].
  public void disconnectAgentsWith(String label) {
    missing.add(label);
  }

  /// Gives every label an agent, which has no free slot. That is how a story begins.
  public void connectAgents() {
    missing.clear();
    joinGroups();
  }

  /// Lets jobs join their groups that some agent could execute, as a dispatcher does.
  private void joinGroups() {
    for (Run run : List.copyOf(runs.values())) {
      for (Job job : run.jobs()) {
        boolean isServed = job.planned().runsOn().stream().noneMatch(missing::contains);
        boolean isReady = job.attempt().state() == AttemptState.QUEUED && job.mustJoinGroup();
        if (isReady && isServed) {
          ask(run.id(), new JoinGroup(job.ref(), "busy"));
        }
      }
    }
  }

  private Decision ask(RunId id, EngineCommand command) {
    Run run = known(id);
    Decision decision = engine.decide(run, command, this, now);
    if (decision instanceof Decision.Accepted accepted) {
      RunInvariants.check(run, accepted, engine.nextDue(accepted.run()));
      commit(accepted);
      everythingHasAReason(accepted.run());
      if (!isHoldingBack) {
        letEffectsHappen();
      }
      joinGroups();
    }
    return decision;
  }

  private void everythingHasAReason(Run run) {
    StatusExplainer explaining = explaining();
    boolean isOver = run.isOver();
    assertThat(explaining.run(run, now).next().isPresent()).isNotEqualTo(isOver);
    for (Job job : run.jobs()) {
      assertThat(explaining.job(run, job.index(), now).status()).isNotNull();
    }
  }

  /// The explainer of the current state.
  StatusExplainer explaining() {
    return new StatusExplainer(deadlines, this, List.copyOf(agents.values()));
  }

  /// Commits a decision about an agent or a breaker.
  Decision decided(Decision decision) {
    reply = decision;
    if (decision instanceof Decision.Accepted accepted) {
      commit(accepted);
      letEffectsHappen();
    }
    return decision;
  }

  private void commit(Decision.Accepted accepted) {
    accepted.transitions().forEach(RunInvariants::saysWhy);
    for (Revision revision : accepted.revisions()) {
      remember(revision.after());
      replay(revision, accepted);
    }
    for (Effect effect : accepted.effects()) {
      effects.add(effect);
      if (effect instanceof Effect.AskRun ask) {
        heldBack.add(ask);
      }
    }
  }

  private void remember(Aggregate after) {
    switch (after.kind()) {
      case RUN -> runs.put(((Run) after).id(), (Run) after);
      case GROUP -> groups.put(after.key(), (Group) after);
      case BREAKER -> breakers.put(after.key(), (Breaker) after);
      case AGENT -> agents.put(after.key(), (Agent) after);
    }
  }

  /// Liveness is not in the journal, so the copy is told of it; agents' leases are derived.
  private void replay(Revision revision, Decision.Accepted accepted) {
    Aggregate after = revision.after();
    if (after.kind() == Aggregate.Kind.AGENT) {
      return;
    }
    List<DomainEvent> events = revision.transitions().stream().map(Transition::cause).toList();
    Aggregate copy = replayed.computeIfAbsent(id(after), _ -> fresh(after));
    copy = events.isEmpty() ? copy : EventApplier.replay(copy, events, 1, now);
    if (copy instanceof Run run) {
      for (var lease : accepted.renewed()) {
        run = EventApplier.apply(run, new DomainEvent.LeaseRenewed(lease), now);
      }
      copy = run;
      journal(run.id()).addAll(revision.transitions());
    }
    replayed.put(id(after), copy);
    assertThat(copy).as("the journal replays to the state").isEqualTo(after);
  }

  private Aggregate fresh(Aggregate after) {
    return after instanceof Group ? Group.named(after.key()) : Breaker.of(after.key(), profile);
  }

  private static String id(Aggregate aggregate) {
    return aggregate.kind() + " " + aggregate.key();
  }

  /// Holds commands between runs back until [#letEffectsHappen].
  public void holdEffectsBack() {
    isHoldingBack = true;
  }

  public void letEffectsHappen() {
    isHoldingBack = false;
    while (!heldBack.isEmpty()) {
      Effect.AskRun next = heldBack.pop();
      ask(next.run(), next.command());
    }
  }

  public void pass(Duration duration) {
    now = now.plus(duration);
    letTimeAct();
  }

  /// Lets time pass without a tick.
  public void goesOnWithoutATick(Duration duration) {
    now = now.plus(duration);
  }

  private void letTimeAct() {
    for (RunId id : List.copyOf(runs.keySet())) {
      Decision decision = ask(id, new Tick(servedSince));
      reply = id.equals(focus) ? decision : reply;
    }
  }

  /// The store is not served for that time.
  public void nobodyServesFor(Duration duration) {
    now = now.plus(duration);
    servedSince = now;
    letTimeAct();
  }

  /// Lets only time pass until every run has ended.
  public void letTimeEndIt() {
    for (int ticks = 0; runs.values().stream().anyMatch(run -> !run.isOver()); ticks++) {
      assertThat(ticks).as("time alone ends it").isLessThan(1_000);
      Instant next =
          runs.values().stream()
              .flatMap(run -> engine.nextDue(run).stream())
              .min(Instant::compareTo)
              .orElseThrow();
      Duration left = Duration.between(now, next);
      // What is due may have to wait until the store has been served for long enough.
      pass(left.compareTo(TURN) < 0 ? TURN : left);
    }
  }

  public void use(ToolProfile profile) {
    this.profile = profile;
  }

  Engine engine() {
    return engine;
  }

  Instant now() {
    return now;
  }

  private Run known(RunId id) {
    return Objects.requireNonNull(runs.get(id));
  }

  private List<Transition> journal(RunId id) {
    return Objects.requireNonNull(journals.get(id));
  }

  public Run run() {
    return known(focus);
  }

  public Decision reply() {
    return reply;
  }

  public List<Transition> journal() {
    return journal(focus);
  }

  public List<Effect> effects() {
    return effects;
  }

  public Optional<Instant> nextDue() {
    return engine.nextDue(run());
  }

  @Override
  public Group group(String key) {
    return groups.getOrDefault(key, Group.named(key));
  }

  @Override
  public Breaker breaker(String key) {
    return breakers.getOrDefault(key, Breaker.of(key, profile));
  }

  /// The breaker of a tool.
  public Breaker breakerOf(String tool) {
    return breaker(Breaker.keyOf(Origin.DEFAULT_ORG, tool));
  }

  @Override
  public Agent agent(String id) {
    return agents.getOrDefault(id, DecisionContext.NONE.agent(id));
  }

  @Override
  public List<List<String>> agentLabels(String org) {
    return agents.values().stream()
        .filter(agent -> agent.availability() != Agent.Availability.REVOKED)
        .map(Agent::labels)
        .distinct()
        .toList();
  }

  @Override
  public List<GroupPlace> groupPlaces(RunId id) {
    List<GroupPlace> places = new ArrayList<>();
    Run run = known(id);
    run.place().ifPresent(places::add);
    for (Job job : run.jobs()) {
      job.place().ifPresent(places::add);
    }
    return places;
  }

  /// The plan with settings of the workflow.
  static Plan with(Plan plan, RunPolicy policy) {
    return plan.with(policy);
  }
}
