package dev.pawl.simulation.command;

import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantHunt;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.SimulationResult;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/// The command `./simulate`: simulates fresh seeds for some time, replays one seed, or hunts for
/// mutants.
public final class SimulateCommand {

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final PrintStream out;

  private SimulateCommand(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws InterruptedException {
    System.exit(new SimulateCommand(System.out).run(List.of(args)));
  }

  private int run(List<String> args) throws InterruptedException {
    SimulateOptions options;
    try {
      options = SimulateOptions.of(args);
    } catch (SimulateOptions.UsageException wrong) {
      System.err.println("simulate: " + wrong.getMessage() + "\n\n" + SimulateOptions.USAGE);
      return 2;
    }
    if (options.help()) {
      out.print(SimulateOptions.USAGE);
      return 0;
    }
    if (options.mutants()) {
      return hunt();
    }
    var totals = new CampaignTotals();
    if (options.seed().isPresent()) {
      for (SimulationMode mode :
          options.mode().map(List::of).orElse(List.of(SimulationMode.values()))) {
        totals.add(Campaign.simulate(Scenario.of(options.seed().get(), mode)));
      }
    } else {
      simulate(options, totals);
    }
    for (SimulationResult failed : totals.violations()) {
      out.println(FailureReport.words(failed));
    }
    out.println(totals.json());
    return totals.violations().isEmpty() ? 0 : 1;
  }

  private void simulate(SimulateOptions options, CampaignTotals totals)
      throws InterruptedException {
    // Seeds are short enough to be typed.
    long first = 1 + new SecureRandom().nextInt(1_000_000_000) * 1_000L;
    out.println("seeds from " + first);
    long end = System.nanoTime() + Duration.ofSeconds(options.seconds()).toNanos();
    List<SimulationMode> modes =
        options.mode().map(List::of).orElse(List.of(SimulationMode.values()));
    long[] next = {System.nanoTime() + EVERY.toNanos()};
    int threads = Runtime.getRuntime().availableProcessors();
    new Campaign(first, modes, threads)
        .run(
            () -> {
              sayHowFar(totals, next);
              return System.nanoTime() - end >= 0;
            },
            totals);
  }

  private synchronized void sayHowFar(CampaignTotals totals, long[] next) {
    if (System.nanoTime() - next[0] >= 0) {
      next[0] = System.nanoTime() + EVERY.toNanos();
      out.println(totals.progress());
    }
  }

  private int hunt() {
    int survivors = 0;
    for (Mutant mutant : Mutant.values()) {
      MutantHunt.Result found = MutantHunt.of(mutant, 0);
      survivors += found.by().isEmpty() ? 1 : 0;
      out.println(found);
    }
    out.println("{\"mutants\":%d,\"survivors\":%d}".formatted(Mutant.values().length, survivors));
    return survivors == 0 ? 0 : 1;
  }
}
