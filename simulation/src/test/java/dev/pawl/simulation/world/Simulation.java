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
import dev.pawl.simulation.monitor.CommitMonitor;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.ExceptionSummary;
import dev.pawl.simulation.monitor.IdleAgentCheck;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.MessageMonitor;
import dev.pawl.simulation.monitor.ObservedEngine;
import dev.pawl.simulation.monitor.PoisonedEngine;
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
import dev.pawl.simulation.scenario.FaultKind;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One simulation: orchestrators over one store, agents, a network, users, and the invariant
/// checker beside them.
///
/// It is single-threaded and determined by its scenario.
public final class Simulation {

  private static final long MOST_EVENTS = 400_000;
  private static final long AUDIT = 120_000;

  /// Invalid commands are tried once in so many commits, and on the first run in each state.
  private static final long PROBED = 512;

  /// One change in so many poisons its run, if the scenario has it.
  private static final int POISONED = 150;

  private static final long DAY = 86_400_000;
  private static final long SETTLING = 1_200_000;

  /// How late a deadline may be while orchestrators crash and pause, and after the faults have
  /// ended.
  private static final Duration LATE_WITH_FAULTS = Duration.ofMinutes(30);

  private static final Duration LATE_WITHOUT_FAULTS = Duration.ofMinutes(3);

  /// After so long without a commit every orchestrator has polled. With small limits a poll reads
  /// only a part of the queue.
  private static final Duration LONG_QUIET = Duration.ofMinutes(25);

  private final Scenario scenario;
  private final @Nullable Mutant mutant;
  private final SeedSplitter seeds;
  private final Timeline timeline = new Timeline();
  private final Trace trace;
  private final ViolationRecorder violations = new ViolationRecorder();
  private final Coverage coverage = new Coverage();
  private final Deadlines deadlines = Deadlines.DEFAULT;
  private final LeaseIds leaseIds = new LeaseIds("simulated".getBytes(StandardCharsets.UTF_8));
  private final ReferenceState reference = new ReferenceState(leaseIds);
  private final ProcessMonitor processes = new ProcessMonitor(violations, reference);
  private final CommitMonitor commits = new CommitMonitor(violations, reference);
  private final LogMonitor logs = new LogMonitor(violations, reference);
  private final MessageMonitor messages = new MessageMonitor(violations);
  private final DecisionCommands commands = new DecisionCommands();
  private final InvariantChecker checker =
      new InvariantChecker(reference, violations, coverage, deadlines, processes, logs, commands);
  private final IdleAgentCheck idleAgents = new IdleAgentCheck(violations, reference);
  private final PollSchedule polls = new PollSchedule(timeline, reference);
  private final SizeChecks sizes;
  private final FaultInjector faults;
  private final UnsentDispatches unsent;
  private final SimulatedNotices notices;
  private final SimulatedStore store;
  private final SimulatedLogDisk disk;
  private final SimulatedNetwork network;
  private final SimulatedUsers users;
  private final SimulatedTriggers triggers;
  private final RandomStream asking;
  private final RandomStream probing;
  private final RandomStream poisoning;
  private final InvalidCommandProbe probe =
      new InvalidCommandProbe(new Engine(deadlines), violations, coverage);
  private final List<SimulatedOrchestrator> orchestrators = new ArrayList<>();
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private final Map<RunId, SimulatedPlanner.RerunPlan> given = SimulatedPlanner.nothingGiven();
  private final Map<RunId, RunState> reported = new LinkedHashMap<>();
  private final JournalHash journal = new JournalHash();
  private final Set<RunId> poisoned = new LinkedHashSet<>();
  private long faultsEndedAt = Long.MAX_VALUE;

  public Simulation(Scenario scenario) {
    this(scenario, null, false);
  }

  /// @param mutant what goes wrong inside of the system, on purpose
  public Simulation(Scenario scenario, @Nullable Mutant mutant, boolean isTraced) {
    this.mutant = mutant;
    this.scenario = scenario;
    this.seeds = new SeedSplitter(scenario.seed());
    this.trace = new Trace(timeline, isTraced);
    this.sizes = new SizeChecks(violations, scenario.limits());
    this.faults = new FaultInjector(scenario, reference, coverage, trace);
    this.unsent = new UnsentDispatches(violations, faults, leaseIds);
    this.notices = new SimulatedNotices(this, seeds.stream("notices"));
    this.store =
        new SimulatedStore(
            timeline,
            faults,
            seeds.stream("store"),
            scenario.isEncoded(),
            notices::listens,
            this::committed);
    this.disk = new SimulatedLogDisk(timeline, faults, seeds.stream("disk"), logs);
    this.network =
        new SimulatedNetwork(this, seeds.stream("network"), orchestrators, scenario.isEncoded());
    this.triggers = new SimulatedTriggers(this, seeds.stream("triggers"), given);
    this.users = new SimulatedUsers(this, seeds.stream("users"), triggers);
    this.asking = seeds.stream("asking");
    this.probing = seeds.stream("probing");
    this.poisoning = seeds.stream("poisoning");
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
        new ObservedEngine(new PoisonedEngine(engine, poisoned), violations, commands),
        leaseIds,
        outside,
        seeds.stream("carrier/" + identity).oneIn(4)
            ? CommitExecutor.inCallersThread()
            : new DeferredCommitExecutor());
  }

  private Execution execution(Execution execution) {
    return mutant == null ? execution : new MutantExecution(execution, mutant);
  }

  /// The deliberate defect; null if there is none.
  public @Nullable Mutant mutant() {
    return mutant;
  }

  /// The log receiver of an orchestrator, for one life of that.
  LogReceiver desk(SimulatedOrchestrator host) {
    LogDisk its = disk.of(host);
    LogDisk written = mutant == null ? its : new MutantDisk(its, mutant);
    LogStore store =
        mutant == Mutant.IGNORES_THE_LIMITS_OF_LOGS
            ? new LogStore(written)
            : new LogStore(written, LogMonitor.LIMITS);
    return new LogReceiver(store, leaseIds, deadlines.leaseTtl(), timeline);
  }

  LogFrame doctored(LogFrame frame) {
    Optional<ReferenceState.Leased> lease = reference.lease(frame.leaseId());
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
      if (poisoned.contains(run)) {
        trace.say("%s quarantines %s", host, run);
      } else {
        broke("run " + run, bug);
      }
    }
  }

  /// Records an exception of production code as a violation.
  void broke(String where, RuntimeException bug) {
    violations.violated(Invariant.IN_ITS_TABLE, where + ": " + ExceptionSummary.of(bug));
  }

  private void committed(Commit commit) {
    polls.committed(commit);
    checker.committed(mutant == null ? commit : CommitMutations.by(mutant, commit));
    if (mutant == Mutant.BREAKS_THE_HASH_CHAIN && polls.commits() == 20) {
      store.written().ifPresent(InMemoryJournal::tamper);
    }
    unsent.committed(commit, store.caller());
    notices.sent(commit);
    journal.add(commit);
    trace.commit(commit);
    users.saw(commit);
    poison(commit);
    if (mutant == null) {
      probeRuns(commit, polls.commits() % PROBED == 0);
    }
  }

  /// Poisons an open run of the commit, seldom, and has a person end it.
  private void poison(Commit commit) {
    for (Change change : commit.changes()) {
      change
          .affectedRun()
          .filter(run -> !run.isOver() && faults.mayHappen(FaultKind.POISONED_RUN))
          .filter(_ -> poisoning.oneIn(POISONED) && faults.fires(FaultKind.POISONED_RUN))
          .ifPresent(run -> {
            poisoned.add(run.id());
            endByForce(run.id());
          });
    }
  }

  /// Asks for the end of a poisoned run, until it has ended: a request may be lost.
  private void endByForce(RunId run) {
    timeline.in(
        poisoning.between(500, 90_000),
        () -> {
          if (reference.open().containsKey(run)) {
            ask(run, new EngineCommand.CancelRun(Actor.person("operator"), true, "by operator"));
            endByForce(run);
          }
        });
  }

  /// Skips a run that a later decision of the same commit has moved on, because its groups moved
  /// with it.
  private void probeRuns(Commit commit, boolean isTime) {
    for (Change change : commit.changes()) {
      change
          .affectedRun()
          .filter(run -> isTime || !coverage.wasAsked(run.state()))
          .filter(run -> run.version() == store.version(run.id()))
          .ifPresent(run -> {
            int job = probing.between(0, Math.max(0, run.jobs().size() - 1));
            probe.ask(run, job, store, change.at());
          });
    }
  }

  /// Runs the simulation to its end.
  public SimulationResult run() {
    orchestrators.forEach(SimulatedOrchestrator::start);
    agents.forEach(SimulatedAgent::boot);
    triggers.start();
    new FaultScheduler(this, seeds.stream("trouble")).start();
    timeline.in(AUDIT, this::audit);
    if (scenario.mode() == SimulationMode.LIVENESS) {
      timeline.in(seeds.stream("peace").between(30_000, 600_000), this::endFaults);
    }
    goOn(this::isAllOver);
    boolean isFinished = isAllOver();
    if (violations.isClean() && isFinished) {
      settle();
    }
    return new SimulationResult(
        scenario,
        Optional.ofNullable(violations.first()),
        triggers.made(),
        timeline.now(),
        isFinished,
        faults.fired(),
        faults.count(),
        coverage,
        journal.text(),
        trace.lines());
  }

  /// Whether every run is over and none is still to be created.
  private boolean isAllOver() {
    return triggers.isDone()
        && reference.open().isEmpty()
        && store.pendingEffects(0, Integer.MAX_VALUE).stream()
            .noneMatch(stored -> stored.effect() instanceof Effect.StartRun);
  }

  private void goOn(java.util.function.BooleanSupplier isEnough) {
    while (violations.isClean()
        && !isEnough.getAsBoolean()
        && timeline.happened() < MOST_EVENTS
        && timeline.step()) {
      // each step may be the last
    }
  }

  /// Ends all faults and repairs what they left.
  private void endFaults() {
    if (faultsEndedAt == Long.MAX_VALUE) {
      trace.say("peace");
      faults.end();
      network.heal();
      faultsEndedAt = timeline.now();
    }
  }

  /// Waits until pending deliveries are done, then checks that nothing is left.
  private void settle() {
    endFaults();
    long until = timeline.now() + SETTLING;
    goOn(() -> timeline.now() >= until && isAllOver());
    if (violations.isClean() && isAllOver()) {
      checker.atRest();
      triggers.check(violations);
      new FinalStoreChecks(store, violations).check(timeline.instant());
      agents.stream().filter(agent -> !agent.isIdle()).forEach(this::isAtWork);
    }
  }

  private void isAtWork(SimulatedAgent agent) {
    violations.violated(Invariant.NOTHING_LEFT, "%s still has a lease".formatted(agent));
  }

  private void audit() {
    processes.audit();
    measure();
    boolean isPeace = timeline.now() - LATE_WITH_FAULTS.toMillis() > faultsEndedAt;
    checker.audit(timeline.instant(), isPeace ? LATE_WITHOUT_FAULTS : LATE_WITH_FAULTS);
    boolean isWholeQueueRead = scenario.limits().page() >= OrchestratorLimits.DEFAULT.page();
    if (isPeace && isWholeQueueRead && polls.quiet().compareTo(LONG_QUIET) > 0) {
      idleAgents.check(timeline.instant(), LONG_QUIET, this::isConnected);
    }
    if (!reference.open().isEmpty()
        && timeline.now() - DAY > faultsEndedAt
        && isLongerThanAllRuns(timeline.now() - faultsEndedAt)) {
      reference.open().values().forEach(checker::isStuck);
    }
    timeline.in(Math.max(AUDIT, polls.untilPoll(AUDIT)), this::audit);
  }

  /// Whether all runs would be over after that time, also one after the other and each as slow as
  /// it may be.
  private boolean isLongerThanAllRuns(long millis) {
    long left = millis;
    for (Run run : reference.runs()) {
      left -= ReferenceDeadlines.longest(run).toMillis();
      if (left <= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isConnected(String agent) {
    return orchestrators.stream()
        .anyMatch(one -> !one.isPaused() && one.connectionOf(agent).isPresent());
  }

  private void measure() {
    for (SimulatedOrchestrator one : orchestrators) {
      one.running().ifPresent(scenario.isEncoded() ? sizes::allOf : sizes::of);
    }
    for (SimulatedAgent one : agents) {
      one.session().ifPresent(scenario.isEncoded() ? sizes::allOf : sizes::of);
    }
  }

  /// Submits a command about a run to some orchestrator.
  public void ask(RunId run, EngineCommand command) {
    trace.say("asks of %s: %s", run, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.submit(run, command), _ -> {}));
  }

  public void ask(String agent, AgentStateCommand command) {
    trace.say("asks of %s: %s", agent, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.submit(agent, command), _ -> {}));
  }

  /// Resets a breaker.
  public void reset(String tool, Actor by) {
    trace.say("%s resets %s", by, tool);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.resetBreaker(tool, by), _ -> {}));
  }

  public Optional<SimulatedOrchestrator> someOrchestrator() {
    List<SimulatedOrchestrator> alive =
        orchestrators.stream().filter(SimulatedOrchestrator::isAlive).toList();
    return alive.isEmpty() ? Optional.empty() : Optional.of(asking.oneOf(alive));
  }

  /// The random stream with that label.
  public RandomStream chanceOf(String label) {
    return seeds.stream(label);
  }

  /// The random stream of one execution of a job.
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

  public MessageMonitor messages() {
    return messages;
  }

  public ReferenceState reference() {
    return reference;
  }

  public CommitMonitor commits() {
    return commits;
  }

  public ProcessMonitor processes() {
    return processes;
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

  SimulatedNotices notices() {
    return notices;
  }

  SimulatedStore store() {
    return store;
  }

  InvariantChecker checker() {
    return checker;
  }

  UnsentDispatches unsent() {
    return unsent;
  }

  SizeChecks sizes() {
    return sizes;
  }

  PollSchedule polls() {
    return polls;
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
