package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.Mode;
import java.util.List;
import java.util.Optional;

/// The command line, understood.
record Options(
    int seconds, Optional<Long> seed, Optional<Mode> mode, boolean mutants, boolean help) {

  static final String USAGE =
      """
      Usage: ./simulate [--seconds N] [--seed S] [--mode safety|liveness] [--mutants] [--help]

      Simulates orchestrators, agents, a store, a network, people and what goes wrong, from fresh
      seeds, for N seconds (60), and checks every invariant after every step.

        --seconds N   for how long
        --seed S      only that seed; the same as it was when it failed
        --mode M      safety: faults throughout; liveness: faults stop, and everything must end
        --mutants     shows after how many seeds each deliberate defect is found
        --help        this

      The last line is JSON. Exit status: 0 clean, 1 a violation or a surviving mutant, 2 wrong usage.
      """;

  /// Something on the command line that cannot be.
  static final class Wrong extends Exception {
    Wrong(String message) {
      super(message);
    }
  }

  static Options of(List<String> args) throws Wrong {
    int seconds = 60;
    Optional<Long> seed = Optional.empty();
    Optional<Mode> mode = Optional.empty();
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
          mode = Mode.named(word);
          if (mode.isEmpty()) {
            throw new Wrong("--mode is safety or liveness, not '" + word + "'");
          }
        }
        case "--mutants" -> mutants = true;
        case "--help", "-h" -> help = true;
        default -> throw new Wrong("unknown option '" + flag + "'");
      }
    }
    return new Options(seconds, seed, mode, mutants, help);
  }

  private static String value(List<String> args, int at, String flag) throws Wrong {
    if (at >= args.size()) {
      throw new Wrong(flag + " needs a value");
    }
    return args.get(at);
  }

  private static long number(List<String> args, int at, String flag, long least, long most)
      throws Wrong {
    String value = value(args, at, flag);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new Wrong("%s needs a number, not '%s'".formatted(flag, value));
  }
}
