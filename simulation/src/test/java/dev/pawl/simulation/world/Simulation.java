package dev.pawl.simulation.world;

import dev.pawl.agent.session.Execution;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.DeferredCommitExecutor;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.CommitExecutor;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.journal.InMemoryJournal;
import dev.pawl.simulation.agents.SimulatedAgent;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.invariants.InvariantChecker;
import dev.pawl.simulation.invariants.LogMonitor;
import dev.pawl.simulation.invariants.ProcessMonitor;
import dev.pawl.simulation.invariants.ReferenceDeadlines;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.MessageMonitor;
import dev.pawl.simulation.monitor.ObservedEngine;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import dev.pawl.simulation.mutants.CommitMutations;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantDisk;
import dev.pawl.simulation.mutants.MutantEngine;
import dev.pawl.simulation.mutants.MutantExecution;
import dev.pawl.simulation.mutants.MutantStore;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.random.SeedSplitter;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.workload.RandomPlan;
import dev.pawl.simulation.workload.SimulatedForge;
import dev.pawl.simulation.workload.SimulatedPlanner;
import dev.pawl.simulation.workload.SimulatedTriggers;
import dev.pawl.simulation.workload.SimulatedUsers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One simulated world, single-threaded and made of nothing but its scenario: orchestrators over
/// one store, agents, a network, people, and a judge beside it all.
public final class Simulation {

  private static final long MOST_EVENTS = 400_000;
  private static final long AUDIT = 120_000;

  /// What is out of turn is asked once in so many commits, and of the first run in each state.
  private static final long ASKED = 512;

  private static final long DAY = 86_400_000;
  private static final long SETTLING = 1_200_000;

  /// What a deadline may be late while orchestrators die and stand still, and when they do not.
  private static final Duration IN_TROUBLE = Duration.ofMinutes(30);

  private static final Duration IN_PEACE = Duration.ofMinutes(3);

  private final Scenario scenario;
  private final @Nullable Mutant mutant;
  private final SeedSplitter seeds;
  private final Timeline timeline = new Timeline();
  private final Trace trace;
  private final ViolationRecorder verdict = new ViolationRecorder();
  private final Coverage coverage = new Coverage();
  private final Deadlines deadlines = Deadlines.DEFAULT;
  private final LeaseIds leaseIds = new LeaseIds("simulated".getBytes(StandardCharsets.UTF_8));
  private final ReferenceState shadow = new ReferenceState(leaseIds);
  private final ProcessMonitor ledger = new ProcessMonitor(verdict, shadow);
  private final LogMonitor logs = new LogMonitor(verdict, shadow);
  private final MessageMonitor words = new MessageMonitor(verdict);
  private final DecisionCommands questions = new DecisionCommands();
  private final InvariantChecker judge =
      new InvariantChecker(shadow, verdict, coverage, deadlines, ledger, logs, questions);
  private final PollSchedule pace = new PollSchedule(timeline, shadow);
  private final SizeChecks measures;
  private final FaultInjector faults;
  private final UnsentDispatches owed;
  private final SimulatedStore store;
  private final SimulatedLogDisk disk;
  private final SimulatedNetwork network;
  private final SimulatedUsers people;
  private final SimulatedTriggers triggers;
  private final RandomStream asking;
  private final RandomStream untimely;
  private final InvalidCommandProbe outOfTurn =
      new InvalidCommandProbe(new Engine(deadlines), verdict, coverage);
  private final List<SimulatedOrchestrator> orchestrators = new ArrayList<>();
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private final Map<RunId, SimulatedPlanner.RerunPlan> given = SimulatedPlanner.nothingGiven();
  private final Map<RunId, RunState> reported = new LinkedHashMap<>();
  private final JournalHash journal = new JournalHash();
  private long peaceSince = Long.MAX_VALUE;

  public Simulation(Scenario scenario) {
    this(scenario, null, false);
  }

  /// @param mutant what goes wrong inside of the system, on purpose
  public Simulation(Scenario scenario, @Nullable Mutant mutant, boolean isTraced) {
    this.mutant = mutant;
    this.scenario = scenario;
    this.seeds = new SeedSplitter(scenario.seed());
    this.trace = new Trace(timeline, isTraced);
    this.measures = new SizeChecks(verdict, scenario.limits());
    this.faults = new FaultInjector(scenario, shadow, coverage, trace);
    this.owed = new UnsentDispatches(verdict, faults, leaseIds);
    this.store =
        new SimulatedStore(
            timeline, faults, seeds.stream("store"), scenario.isEncoded(), this::committed);
    this.disk = new SimulatedLogDisk(timeline, faults, seeds.stream("disk"), logs);
    this.network =
        new SimulatedNetwork(this, seeds.stream("network"), orchestrators, scenario.isEncoded());
    this.triggers = new SimulatedTriggers(this, seeds.stream("triggers"), given);
    this.people = new SimulatedUsers(this, seeds.stream("people"), triggers);
    this.asking = seeds.stream("asking");
    this.untimely = seeds.stream("untimely");
    populate();
  }

  private void populate() {
    RandomStream chance = seeds.stream("population");
    for (int number = 1; number <= scenario.orchestrators(); number++) {
      orchestrators.add(
          new SimulatedOrchestrator("o" + number, this, chance.split(), this::orchestrator));
    }
    for (int number = 1; number <= scenario.agents(); number++) {
      List<String> labels = number == 1 || chance.oneIn(3) ? RandomPlan.LABELS : List.of("linux");
      String id = "agent-" + number;
      var identity =
          new AgentRegister(id, id, labels, chance.between(1, 4), "1", "linux", "x64", List.of());
      agents.add(new SimulatedAgent(identity, this, chance.split(), this::execution));
    }
  }

  private Orchestrator orchestrator(SimulatedOrchestrator host, OrchestratorIdentity identity) {
    var outside =
        new OrchestratorPorts(
            new SimulatedPlanner(this, host, given),
            new SimulatedForge(this, host, seeds.stream("forge/" + identity), reported),
            new Observer(host));
    Engine engine = mutant == null ? new Engine(deadlines) : new MutantEngine(deadlines, mutant);
    return new Orchestrator(
        identity,
        mutant == Mutant.HOLDS_MORE_THAN_IT_MAY ? OrchestratorLimits.DEFAULT : scenario.limits(),
        mutant == null ? store : new MutantStore(store, mutant),
        new ObservedEngine(engine, verdict, questions),
        leaseIds,
        outside,
        seeds.stream("carrier/" + identity).oneIn(4)
            ? CommitExecutor.inCallersThread()
            : new DeferredCommitExecutor());
  }

  private Execution execution(Execution execution) {
    return mutant == null ? execution : new MutantExecution(execution, mutant);
  }

  /// What goes wrong on purpose, if anything does.
  public @Nullable Mutant mutant() {
    return mutant;
  }

  /// What takes the logs at an orchestrator, for as long as that lives.
  LogReceiver desk(SimulatedOrchestrator host) {
    LogDisk its = disk.of(host);
    LogDisk written = mutant == null ? its : new MutantDisk(its, mutant);
    return new LogReceiver(new LogStore(written), leaseIds, deadlines.leaseTtl(), timeline);
  }

  LogFrame doctored(LogFrame frame) {
    Optional<ReferenceState.Leased> lease = shadow.lease(frame.leaseId());
    return mutant == null || lease.isEmpty()
        ? frame
        : MutantDisk.doctored(
            mutant, frame, disk.size(lease.get().run(), lease.get().lease(), frame.stepIndex()));
  }

  private final class Observer implements RunObserver {
    private final SimulatedOrchestrator host;

    private Observer(SimulatedOrchestrator host) {
      this.host = host;
    }

    @Override
    public void committed(Change change) {
      if (scenario.has(WorkKind.LOGS)) {
        host.desk().committed(change);
      }
    }

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      broke("run " + run, bug);
    }
  }

  /// Production code ended in a bug.
  void broke(String where, RuntimeException bug) {
    verdict.violated(Invariant.IN_ITS_TABLE, where + ": " + ExceptionSummary.words(bug));
  }

  private void committed(Commit commit) {
    pace.committed(commit);
    judge.committed(mutant == null ? commit : CommitMutations.by(mutant, commit));
    if (mutant == Mutant.BREAKS_THE_HASH_CHAIN && pace.commits() == 20) {
      store.written().ifPresent(InMemoryJournal::tamper);
    }
    owed.committed(commit, store.caller());
    journal.add(commit);
    trace.commit(commit);
    people.saw(commit);
    if (mutant == null) {
      askOutOfTurn(commit, pace.commits() % ASKED == 0);
    }
  }

  /// Not of a run that a later decision of the same commit has moved on: its groups moved with it.
  private void askOutOfTurn(Commit commit, boolean isTime) {
    for (Change change : commit.changes()) {
      change
          .affectedRun()
          .filter(run -> isTime || !coverage.wasAsked(run.state()))
          .filter(run -> run.version() == store.version(run.id()))
          .ifPresent(run -> {
            int job = untimely.between(0, Math.max(0, run.jobs().size() - 1));
            outOfTurn.ask(run, job, store, change.at());
          });
    }
  }

  /// Simulates it all.
  public SimulationResult run() {
    orchestrators.forEach(SimulatedOrchestrator::start);
    agents.forEach(SimulatedAgent::boot);
    triggers.start();
    new FaultScheduler(this, seeds.stream("trouble")).start();
    timeline.in(AUDIT, this::audit);
    if (scenario.mode() == SimulationMode.LIVENESS) {
      timeline.in(seeds.stream("peace").between(30_000, 600_000), this::makePeace);
    }
    goOn(this::isAllOver);
    boolean isFinished = isAllOver();
    if (verdict.isClean() && isFinished) {
      settle();
    }
    return new SimulationResult(
        scenario,
        Optional.ofNullable(verdict.first()),
        triggers.made(),
        timeline.now(),
        isFinished,
        faults.fired(),
        faults.count(),
        coverage,
        journal.text(),
        trace.lines());
  }

  /// No run is there or is still to be made.
  private boolean isAllOver() {
    return triggers.isDone()
        && shadow.open().isEmpty()
        && store.pendingEffects(0, Integer.MAX_VALUE).stream()
            .noneMatch(stored -> stored.effect() instanceof Effect.StartRun);
  }

  private void goOn(java.util.function.BooleanSupplier isEnough) {
    while (verdict.isClean()
        && !isEnough.getAsBoolean()
        && timeline.happened() < MOST_EVENTS
        && timeline.step()) {
      // each step may be the last
    }
  }

  /// Nothing goes wrong any more, and whatever did is repaired.
  private void makePeace() {
    if (peaceSince == Long.MAX_VALUE) {
      trace.say("peace");
      faults.end();
      network.heal();
      peaceSince = timeline.now();
    }
  }

  /// Everything is over; what is still to be told is told, and then nothing is left.
  private void settle() {
    makePeace();
    long until = timeline.now() + SETTLING;
    goOn(() -> timeline.now() >= until && isAllOver());
    if (verdict.isClean() && isAllOver()) {
      judge.atRest();
      triggers.check(verdict);
      new FinalStoreChecks(store, verdict).check(timeline.instant());
      agents.stream().filter(agent -> !agent.isIdle()).forEach(this::isAtWork);
    }
  }

  private void isAtWork(SimulatedAgent agent) {
    verdict.violated(Invariant.NOTHING_LEFT, "%s still has a lease".formatted(agent));
  }

  private void audit() {
    ledger.audit();
    measure();
    boolean isPeace = timeline.now() - IN_TROUBLE.toMillis() > peaceSince;
    judge.audit(timeline.instant(), isPeace ? IN_PEACE : IN_TROUBLE);
    if (timeline.now() - DAY > peaceSince) {
      Duration longest = Duration.ZERO;
      for (Run run : shadow.runs()) {
        longest = longest.plus(ReferenceDeadlines.longest(run));
      }
      if (timeline.now() > peaceSince + longest.toMillis()) {
        shadow.open().values().forEach(judge::isStuck);
      }
    }
    timeline.in(Math.max(AUDIT, pace.untilPoll(AUDIT)), this::audit);
  }

  private void measure() {
    for (SimulatedOrchestrator one : orchestrators) {
      one.running().ifPresent(scenario.isEncoded() ? measures::allOf : measures::of);
    }
    for (SimulatedAgent one : agents) {
      one.session().ifPresent(scenario.isEncoded() ? measures::allOf : measures::of);
    }
  }

  /// Somebody asks something of a run, of whichever orchestrator there is.
  public void ask(RunId run, EngineCommand command) {
    trace.say("asks of %s: %s", run, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.submit(run, command), _ -> {}));
  }

  public void ask(String agent, AgentStateCommand command) {
    trace.say("asks of %s: %s", agent, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.submit(agent, command), _ -> {}));
  }

  /// Somebody closes a breaker by hand.
  public void reset(String tool, Actor by) {
    trace.say("%s resets %s", by, tool);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.resetBreaker(tool, by), _ -> {}));
  }

  public Optional<SimulatedOrchestrator> someOrchestrator() {
    List<SimulatedOrchestrator> alive =
        orchestrators.stream().filter(SimulatedOrchestrator::isAlive).toList();
    return alive.isEmpty() ? Optional.empty() : Optional.of(asking.oneOf(alive));
  }

  /// The stream of that name.
  public RandomStream chanceOf(String label) {
    return seeds.stream(label);
  }

  /// What happens in one execution of a job.
  public RandomStream chanceOf(JobDispatch dispatch) {
    return seeds.stream(
        "job/%s/%s/%d/%d"
            .formatted(
                dispatch.runId(), dispatch.jobId(), dispatch.attempt(), dispatch.leaseNumber()));
  }

  public boolean areFaultsOver() {
    return faults.areOver();
  }

  public Scenario scenario() {
    return scenario;
  }

  public Timeline timeline() {
    return timeline;
  }

  public Trace trace() {
    return trace;
  }

  public Coverage coverage() {
    return coverage;
  }

  public MessageMonitor words() {
    return words;
  }

  public ReferenceState shadow() {
    return shadow;
  }

  public ProcessMonitor ledger() {
    return ledger;
  }

  public LogMonitor logs() {
    return logs;
  }

  SimulatedLogDisk disk() {
    return disk;
  }

  public SimulatedNetwork network() {
    return network;
  }

  public dev.pawl.server.store.Store storeOfAll() {
    return store;
  }

  SimulatedStore store() {
    return store;
  }

  InvariantChecker judge() {
    return judge;
  }

  UnsentDispatches owed() {
    return owed;
  }

  SizeChecks measures() {
    return measures;
  }

  PollSchedule pace() {
    return pace;
  }

  public FaultInjector faults() {
    return faults;
  }

  List<SimulatedAgent> agents() {
    return agents;
  }

  List<SimulatedOrchestrator> orchestrators() {
    return orchestrators;
  }
}
