package dev.pawl.server;

import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Shell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Plans for tests that do not care much about them.
public final class Plans {

  /// That many jobs, of one step each, that need nothing.
  public static Plan sideBySide(int jobs) {
    return new Plan(
        "ci", IntStream.range(0, jobs).mapToObj(job -> job("job-" + job, List.of())).toList());
  }

  /// `build`, and `test` that needs it.
  public static Plan buildThenTest() {
    return new Plan("ci", List.of(job("build", List.of()), job("test", List.of(0))));
  }

  private static PlannedJob job(String id, List<Integer> needs) {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("ZULU", "1");
    env.put("ALPHA", "ünïcode and \"quotes\"");
    var step =
        new PlannedStep(
            "greet", "g", "echo hello\n", Shell.BASH, "sub", Ordered.copyOf(env), "ci.yaml:4:9");
    return new PlannedJob(
        id,
        "The " + id,
        needs,
        List.of("linux"),
        Ordered.copyOf(env),
        List.of(step),
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "it is in the workflow");
  }

  private Plans() {}
}
