package dev.pawl.benchmarks.cost;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Measures decisions per second: takes one job of a run from queued to success, in six decisions
/// with their deadlines, while the run has few or many other jobs.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EngineBenchmark {

  static final int DECISIONS = 6;

  private static final Instant NOW = Instant.EPOCH;
  private static final Actor AGENT = Actor.agent("a");

  @Param({"10", "1000", "10000"})
  private int jobs;

  private final Engine engine = new Engine(Deadlines.DEFAULT);
  private Run queued = created();

  @Setup
  public void plan() {
    plan(jobs);
  }

  void plan(int jobs) {
    this.jobs = jobs;
    List<PlannedJob> planned = new ArrayList<>();
    for (int index = 0; index < jobs; index++) {
      planned.add(job("job-" + index));
    }
    Run planning = after(created(), new EngineCommand.StartPlanning());
    queued = after(planning, new EngineCommand.FinishPlanning(new Plan("benchmark", planned)));
  }

  @Benchmark
  @OperationsPerInvocation(DECISIONS)
  public Run oneJobFromQueuedToSuccess() {
    var attempt = new AttemptRef(jobs / 2, 1);
    var lease = new LeaseRef(attempt, 1);
    var end = new StepEnd(0, StepEnd.Ender.PROCESS, "");
    Run run = after(queued, new EngineCommand.GrantLease(attempt, "a"));
    run = after(run, new EngineCommand.AcknowledgeLease(lease, AGENT));
    run = after(run, new EngineCommand.StartAttempt(lease, AGENT));
    run = after(run, new EngineCommand.ReportStep(lease, AGENT, 0, StepState.RUNNING, end));
    run = after(run, new EngineCommand.ReportStep(lease, AGENT, 0, StepState.SUCCESS, end));
    return after(
        run, new EngineCommand.CompleteAttempt(lease, AGENT, Outcome.SUCCESS, ReasonCode.OK, ""));
  }

  private Run after(Run run, EngineCommand command) {
    if (engine.decide(run, command, DecisionContext.NONE, NOW) instanceof Decision.Accepted accepted
        && engine.nextDue(accepted.run()).isPresent()) {
      return accepted.run();
    }
    throw new IllegalStateException("not accepted: " + command);
  }

  private static Run created() {
    return Run.created(
        new RunId("r"),
        new Origin(
            Origin.DEFAULT_ORG,
            1,
            "benchmark",
            "b.yml",
            "manual",
            AGENT,
            "o",
            NOW,
            Origin.Source.NONE,
            Origin.Lineage.FIRST));
  }

  private static PlannedJob job(String id) {
    var step = PlannedStep.of("s", "true", "b.yml:1:1");
    return new PlannedJob(
        id,
        id,
        List.of(),
        List.of(),
        List.of("linux"),
        JobBody.of(List.of(step)),
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "no condition",
        JobPolicy.PLAIN);
  }

  public static void main(String[] args) throws RunnerException {
    new Runner(new OptionsBuilder().include(EngineBenchmark.class.getSimpleName()).build()).run();
  }
}
