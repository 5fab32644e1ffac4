package dev.pawl.simulation.world;

import dev.pawl.agent.session.Execution;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.logs.LogDesk;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.Logs;
import dev.pawl.server.runtime.Carrier;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Identity;
import dev.pawl.server.runtime.LateCarrier;
import dev.pawl.server.runtime.LeaseIds;
import dev.pawl.server.runtime.Limits;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.server.runtime.Outside;
import dev.pawl.server.runtime.RunObserver;
import dev.pawl.server.store.WrittenJournal;
import dev.pawl.simulation.agents.SimulatedAgent;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.chance.Seeds;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.judge.Bounds;
import dev.pawl.simulation.judge.Judge;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.LogLedger;
import dev.pawl.simulation.judge.OutOfTurn;
import dev.pawl.simulation.judge.ProcessLedger;
import dev.pawl.simulation.judge.Questions;
import dev.pawl.simulation.judge.Shadow;
import dev.pawl.simulation.judge.Verdict;
import dev.pawl.simulation.judge.WatchedEngine;
import dev.pawl.simulation.judge.Words;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantDisk;
import dev.pawl.simulation.mutants.MutantEngine;
import dev.pawl.simulation.mutants.MutantExecution;
import dev.pawl.simulation.mutants.MutantStore;
import dev.pawl.simulation.mutants.WrittenWrongly;
import dev.pawl.simulation.scenario.Mode;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.Work;
import dev.pawl.simulation.workload.People;
import dev.pawl.simulation.workload.RandomPlan;
import dev.pawl.simulation.workload.SimulatedForge;
import dev.pawl.simulation.workload.SimulatedPlanner;
import dev.pawl.simulation.workload.Triggers;
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
public final class World {

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
  private final Seeds seeds;
  private final Timeline timeline = new Timeline();
  private final Trace trace;
  private final Verdict verdict = new Verdict();
  private final Coverage coverage = new Coverage();
  private final Deadlines deadlines = Deadlines.DEFAULT;
  private final LeaseIds leaseIds = new LeaseIds("simulated".getBytes(StandardCharsets.UTF_8));
  private final Shadow shadow = new Shadow(leaseIds);
  private final ProcessLedger ledger = new ProcessLedger(verdict, shadow);
  private final LogLedger logs = new LogLedger(verdict, shadow);
  private final Words words = new Words(verdict);
  private final Questions questions = new Questions();
  private final Judge judge =
      new Judge(shadow, verdict, coverage, deadlines, ledger, logs, questions);
  private final Pace pace = new Pace(timeline, shadow);
  private final Measures measures;
  private final Faults faults;
  private final OwedDispatches owed;
  private final SimulatedStore store;
  private final SimulatedDisk disk;
  private final Network network;
  private final People people;
  private final Triggers triggers;
  private final Chance asking;
  private final Chance untimely;
  private final OutOfTurn outOfTurn = new OutOfTurn(new Engine(deadlines), verdict, coverage);
  private final List<SimulatedOrchestrator> orchestrators = new ArrayList<>();
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private final Map<RunId, SimulatedPlanner.Given> given = SimulatedPlanner.nothingGiven();
  private final Map<RunId, RunState> reported = new LinkedHashMap<>();
  private final JournalHash journal = new JournalHash();
  private long peaceSince = Long.MAX_VALUE;

  public World(Scenario scenario) {
    this(scenario, null, false);
  }

  /// @param mutant what goes wrong inside of the system, on purpose
  public World(Scenario scenario, @Nullable Mutant mutant, boolean isTraced) {
    this.mutant = mutant;
    this.scenario = scenario;
    this.seeds = new Seeds(scenario.seed());
    this.trace = new Trace(timeline, isTraced);
    this.measures = new Measures(verdict, scenario.limits());
    this.faults = new Faults(scenario, shadow, coverage, trace);
    this.owed = new OwedDispatches(verdict, faults, leaseIds);
    this.store =
        new SimulatedStore(
            timeline, faults, seeds.stream("store"), scenario.isEncoded(), this::committed);
    this.disk = new SimulatedDisk(timeline, faults, seeds.stream("disk"), logs);
    this.network = new Network(this, seeds.stream("network"), orchestrators, scenario.isEncoded());
    this.triggers = new Triggers(this, seeds.stream("triggers"), given);
    this.people = new People(this, seeds.stream("people"), triggers);
    this.asking = seeds.stream("asking");
    this.untimely = seeds.stream("untimely");
    populate();
  }

  private void populate() {
    Chance chance = seeds.stream("population");
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

  private Orchestrator orchestrator(SimulatedOrchestrator host, Identity identity) {
    var outside =
        new Outside(
            new SimulatedPlanner(this, host, given),
            new SimulatedForge(this, host, seeds.stream("forge/" + identity), reported),
            new Observer(host));
    Engine engine = mutant == null ? new Engine(deadlines) : new MutantEngine(deadlines, mutant);
    return new Orchestrator(
        identity,
        mutant == Mutant.HOLDS_MORE_THAN_IT_MAY ? Limits.DEFAULT : scenario.limits(),
        mutant == null ? store : new MutantStore(store, mutant),
        new WatchedEngine(engine, verdict, questions),
        leaseIds,
        outside,
        seeds.stream("carrier/" + identity).oneIn(4) ? Carrier.atOnce() : new LateCarrier());
  }

  private Execution execution(Execution execution) {
    return mutant == null ? execution : new MutantExecution(execution, mutant);
  }

  /// What goes wrong on purpose, if anything does.
  public @Nullable Mutant mutant() {
    return mutant;
  }

  /// What takes the logs at an orchestrator, for as long as that lives.
  LogDesk desk(SimulatedOrchestrator host) {
    LogDisk its = disk.of(host);
    LogDisk written = mutant == null ? its : new MutantDisk(its, mutant);
    return new LogDesk(new Logs(written), leaseIds, deadlines.leaseTtl(), timeline);
  }

  LogFrame doctored(LogFrame frame) {
    Optional<Shadow.Leased> lease = shadow.lease(frame.leaseId());
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
    public void changed(Change change) {
      if (scenario.has(Work.LOGS)) {
        host.desk().changed(change);
      }
    }

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      broke("run " + run, bug);
    }
  }

  /// Production code ended in a bug.
  void broke(String where, RuntimeException bug) {
    verdict.broken(Law.IN_ITS_TABLE, where + ": " + Bugs.words(bug));
  }

  private void committed(Commit commit) {
    pace.committed(commit);
    judge.committed(mutant == null ? commit : WrittenWrongly.by(mutant, commit));
    if (mutant == Mutant.BREAKS_THE_HASH_CHAIN && pace.commits() == 20) {
      store.written().ifPresent(WrittenJournal::tamper);
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
          .asked()
          .filter(run -> isTime || !coverage.wasAsked(run.state()))
          .filter(run -> run.version() == store.version(run.id()))
          .ifPresent(run -> {
            int job = untimely.between(0, Math.max(0, run.jobs().size() - 1));
            outOfTurn.ask(run, job, store, change.at());
          });
    }
  }

  /// Simulates it all.
  public Outcome run() {
    orchestrators.forEach(SimulatedOrchestrator::start);
    agents.forEach(SimulatedAgent::boot);
    triggers.start();
    new Trouble(this, seeds.stream("trouble")).start();
    timeline.in(AUDIT, this::audit);
    if (scenario.mode() == Mode.LIVENESS) {
      timeline.in(seeds.stream("peace").between(30_000, 600_000), this::makePeace);
    }
    goOn(this::isAllOver);
    boolean isFinished = isAllOver();
    if (verdict.isClean() && isFinished) {
      settle();
    }
    return new Outcome(
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
        && store.effects(0, Integer.MAX_VALUE).stream()
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
      new StoreAtRest(store, verdict).check(timeline.instant());
      agents.stream().filter(agent -> !agent.isIdle()).forEach(this::isAtWork);
    }
  }

  private void isAtWork(SimulatedAgent agent) {
    verdict.broken(Law.NOTHING_LEFT, "%s still has a lease".formatted(agent));
  }

  private void audit() {
    ledger.audit();
    measure();
    boolean isPeace = timeline.now() - IN_TROUBLE.toMillis() > peaceSince;
    judge.audit(timeline.instant(), isPeace ? IN_PEACE : IN_TROUBLE);
    if (timeline.now() - DAY > peaceSince) {
      Duration longest = Duration.ZERO;
      for (Run run : shadow.runs()) {
        longest = longest.plus(Bounds.longest(run));
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
  public void ask(RunId run, Command command) {
    trace.say("asks of %s: %s", run, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.ask(run, command), _ -> {}));
  }

  public void ask(String agent, AgentCommand command) {
    trace.say("asks of %s: %s", agent, command);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.ask(agent, command), _ -> {}));
  }

  /// Somebody closes a breaker by hand.
  public void reset(String tool, Actor by) {
    trace.say("%s resets %s", by, tool);
    someOrchestrator().ifPresent(it -> it.ask(one -> one.reset(tool, by), _ -> {}));
  }

  public Optional<SimulatedOrchestrator> someOrchestrator() {
    List<SimulatedOrchestrator> alive =
        orchestrators.stream().filter(SimulatedOrchestrator::isAlive).toList();
    return alive.isEmpty() ? Optional.empty() : Optional.of(asking.oneOf(alive));
  }

  /// The stream of that name.
  public Chance chanceOf(String label) {
    return seeds.stream(label);
  }

  /// What happens in one execution of a job.
  public Chance chanceOf(JobDispatch dispatch) {
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

  public Words words() {
    return words;
  }

  public Shadow shadow() {
    return shadow;
  }

  public ProcessLedger ledger() {
    return ledger;
  }

  public LogLedger logs() {
    return logs;
  }

  SimulatedDisk disk() {
    return disk;
  }

  public Network network() {
    return network;
  }

  public dev.pawl.server.runtime.Store storeOfAll() {
    return store;
  }

  SimulatedStore store() {
    return store;
  }

  Judge judge() {
    return judge;
  }

  OwedDispatches owed() {
    return owed;
  }

  Measures measures() {
    return measures;
  }

  Pace pace() {
    return pace;
  }

  public Faults faults() {
    return faults;
  }

  List<SimulatedAgent> agents() {
    return agents;
  }

  List<SimulatedOrchestrator> orchestrators() {
    return orchestrators;
  }
}
