package dev.pawl.simulation.chaos;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The plans of the runs, by name: workload and orchestrators both know them.
enum PlanShape {
  ONE {
    @Override
    Plan plan() {
      return new Plan("chaos", List.of(job("job-0", List.of())));
    }
  },

  CHAIN {
    @Override
    Plan plan() {
      return new Plan(
          "chaos",
          List.of(job("job-0", List.of()), job("job-1", List.of(0)), job("job-2", List.of(1))));
    }
  },

  FAN {
    @Override
    Plan plan() {
      List<PlannedJob> jobs = new ArrayList<>();
      IntStream.range(0, WIDTH).forEach(job -> jobs.add(job("job-" + job, List.of())));
      jobs.add(job("job-" + WIDTH, IntStream.range(0, WIDTH).boxed().toList()));
      return new Plan("chaos", jobs);
    }
  },

  /// Its first attempt fails and is retried.
  FLAKY {
    @Override
    Plan plan() {
      return new Plan("chaos", List.of(job(FAILS_FIRST, List.of())));
    }
  },

  RED {
    @Override
    Plan plan() {
      return alone("red");
    }
  },

  BLUE {
    @Override
    Plan plan() {
      return alone("blue");
    }
  };

  /// The job whose first attempt fails.
  static final String FAILS_FIRST = "flaky";

  private static final int WIDTH = 5;

  /// Retries lost attempts and infrastructure failures, soon.
  private static final RetryPolicy RETRY =
      new RetryPolicy(
          5,
          List.of(ReasonCode.LOST, ReasonCode.INFRA),
          new Backoff(Duration.ofMillis(200), 1.5, Duration.ofSeconds(1)));

  abstract Plan plan();

  /// Whether no two runs of the shape may run at a time.
  boolean isAlone() {
    return this == RED || this == BLUE;
  }

  static PlannedJob job(String id, List<Integer> needs) {
    JobPolicy plain = JobPolicy.PLAIN;
    var policy =
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            RETRY,
            plain.approval(),
            plain.delay(),
            plain.group(),
            plain.priority(),
            plain.hooks(),
            plain.environment(),
            plain.matrix());
    return SamplePlans.job(id, needs, policy, SamplePlans.step(StepPolicy.PLAIN));
  }

  private static Plan alone(String group) {
    RunPolicy plain = RunPolicy.PLAIN;
    var policy =
        new RunPolicy(
            plain.hold(),
            plain.delay(),
            plain.timeout(),
            plain.retries(),
            plain.backoff(),
            Optional.of(GroupRule.of(group)),
            plain.hooks(),
            plain.hooksRunOn());
    return new Plan("chaos", List.of(job("job-0", List.of())), policy);
  }
}
