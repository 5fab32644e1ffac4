package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.SimulationMode;
import java.util.List;
import java.util.Optional;

/// Options of `./simulate`.
record SimulateOptions(
    int seconds,
    Optional<Long> seed,
    Optional<SimulationMode> mode,
    boolean mutants,
    boolean help) {

  static final String USAGE =
      """
      Usage: ./simulate [--seconds N] [--seed S] [--mode safety|liveness] [--mutants] [--help]

      Simulates orchestrators, agents, a store, a network, users and faults, from fresh seeds, for N
      seconds (default 60), and checks the invariants, most of them after every commit.

        --seconds N   simulate for N seconds
        --seed S      replay one seed, as it was when it failed
        --mode M      safety: faults throughout; liveness: faults end, and everything must end
        --mutants     show after how many seeds each deliberate defect is found
        --help        show this help

      The last line is JSON. Exit status: 0 clean, 1 a violation or a surviving mutant, 2 wrong usage.
      """;

  /// A wrong command line.
  static final class UsageException extends Exception {
    UsageException(String message) {
      super(message);
    }
  }

  static SimulateOptions of(List<String> args) throws UsageException {
    int seconds = 60;
    Optional<Long> seed = Optional.empty();
    Optional<SimulationMode> mode = Optional.empty();
    boolean mutants = false;
    boolean help = false;
    for (int at = 0; at < args.size(); at++) {
      String flag = args.get(at);
      switch (flag) {
        case "--seconds" -> seconds = (int) number(args, ++at, flag, 1, 1_000_000);
        case "--seed" ->
            seed = Optional.of(number(args, ++at, flag, Long.MIN_VALUE, Long.MAX_VALUE));
        case "--mode" -> {
          String word = value(args, ++at, flag);
          mode = SimulationMode.named(word);
          if (mode.isEmpty()) {
            throw new UsageException("--mode is safety or liveness, not '" + word + "'");
          }
        }
        case "--mutants" -> mutants = true;
        case "--help", "-h" -> help = true;
        default -> throw new UsageException("unknown option '" + flag + "'");
      }
    }
    return new SimulateOptions(seconds, seed, mode, mutants, help);
  }

  private static String value(List<String> args, int at, String flag) throws UsageException {
    if (at >= args.size()) {
      throw new UsageException(flag + " needs a value");
    }
    return args.get(at);
  }

  private static long number(List<String> args, int at, String flag, long least, long most)
      throws UsageException {
    String value = value(args, at, flag);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new UsageException("%s needs a number, not '%s'".formatted(flag, value));
  }
}
