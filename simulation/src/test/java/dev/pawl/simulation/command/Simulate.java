package dev.pawl.simulation.command;

import dev.pawl.simulation.mutants.Hunt;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.scenario.Mode;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.world.Outcome;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/// `./simulate`: fresh seeds for a while, one seed again, or a hunt for mutants.
public final class Simulate {

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final PrintStream out;

  private Simulate(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws InterruptedException {
    System.exit(new Simulate(System.out).run(List.of(args)));
  }

  private int run(List<String> args) throws InterruptedException {
    Options options;
    try {
      options = Options.of(args);
    } catch (Options.Wrong wrong) {
      System.err.println("simulate: " + wrong.getMessage() + "\n\n" + Options.USAGE);
      return 2;
    }
    if (options.help()) {
      out.print(Options.USAGE);
      return 0;
    }
    if (options.mutants()) {
      return hunt();
    }
    var tally = new Tally();
    if (options.seed().isPresent()) {
      for (Mode mode : options.mode().map(List::of).orElse(List.of(Mode.values()))) {
        tally.add(Campaign.simulate(Scenario.of(options.seed().get(), mode)));
      }
    } else {
      simulate(options, tally);
    }
    for (Outcome failed : tally.violations()) {
      out.println(Failure.words(failed));
    }
    out.println(tally.json());
    return tally.violations().isEmpty() ? 0 : 1;
  }

  private void simulate(Options options, Tally tally) throws InterruptedException {
    // Seeds are short enough to be typed.
    long first = 1 + new SecureRandom().nextInt(1_000_000_000) * 1_000L;
    out.println("seeds from " + first);
    long end = System.nanoTime() + Duration.ofSeconds(options.seconds()).toNanos();
    List<Mode> modes = options.mode().map(List::of).orElse(List.of(Mode.values()));
    long[] next = {System.nanoTime() + EVERY.toNanos()};
    int threads = Runtime.getRuntime().availableProcessors();
    new Campaign(first, modes, threads)
        .run(
            () -> {
              sayHowFar(tally, next);
              return System.nanoTime() - end >= 0;
            },
            tally);
  }

  private synchronized void sayHowFar(Tally tally, long[] next) {
    if (System.nanoTime() - next[0] >= 0) {
      next[0] = System.nanoTime() + EVERY.toNanos();
      out.println(tally.progress());
    }
  }

  private int hunt() {
    int survivors = 0;
    for (Mutant mutant : Mutant.values()) {
      Hunt.Catch found = Hunt.of(mutant, 0);
      survivors += found.by().isEmpty() ? 1 : 0;
      out.println(found);
    }
    out.println(
        "{\"mutants\":%d,\"survivors\":%d}".formatted(Mutant.values().length, survivors));
    return survivors == 0 ? 0 : 1;
  }
}
