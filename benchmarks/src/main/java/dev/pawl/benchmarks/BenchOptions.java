package dev.pawl.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What the command line asks for. Nothing said of stores means all of them.
record BenchOptions(
    Benchmark benchmark, Set<StoreKind> stores, Duration measured, boolean peers, boolean help) {

  private static final int SECONDS = 10;
  private static final int MOST_SECONDS = 3_600;

  /// The command line does not mean anything, and why.
  static final class InvalidOption extends Exception {
    InvalidOption(String message) {
      super(message);
    }
  }

  static BenchOptions of(String... args) throws InvalidOption {
    var given = List.of(args);
    if (given.contains("--help") || given.contains("-h")) {
      return new BenchOptions(Bench.ALL.getFirst(), Set.of(), Duration.ZERO, false, true);
    }
    if (given.isEmpty() || given.getFirst().startsWith("-")) {
      throw new InvalidOption("say which benchmark: " + names());
    }
    String name = given.getFirst();
    Benchmark benchmark =
        Bench.named(name)
            .orElseThrow(() ->
                new InvalidOption("there is no benchmark “" + name + "”, but there is " + names()));
    var stores = EnumSet.noneOf(StoreKind.class);
    long seconds = SECONDS;
    boolean peers = false;
    for (var rest = given.subList(1, given.size()).iterator(); rest.hasNext(); ) {
      switch (rest.next()) {
        case "--peers" -> peers = true;
        case "--store" -> stores.add(store(value("--store", rest)));
        case "--seconds" -> seconds = seconds(value("--seconds", rest));
        case String other -> throw new InvalidOption("“" + other + "” is not an option");
      }
    }
    if (stores.isEmpty()) {
      stores.addAll(EnumSet.allOf(StoreKind.class));
    }
    return new BenchOptions(benchmark, stores, Duration.ofSeconds(seconds), peers, false);
  }

  private static String value(String option, Iterator<String> rest) throws InvalidOption {
    if (!rest.hasNext()) {
      throw new InvalidOption(option + " needs a value");
    }
    return rest.next();
  }

  private static StoreKind store(String name) throws InvalidOption {
    for (StoreKind store : StoreKind.values()) {
      if (store.label().equals(name)) {
        return store;
      }
    }
    throw new InvalidOption("--store is sqlite or postgresql, not “" + name + "”");
  }

  private static long seconds(String text) throws InvalidOption {
    if (text.matches("[0-9]{1,4}")) {
      long seconds = Long.parseLong(text);
      if (seconds >= 1 && seconds <= MOST_SECONDS) {
        return seconds;
      }
    }
    throw new InvalidOption(
        "--seconds is a number from 1 to " + MOST_SECONDS + ", not “" + text + "”");
  }

  private static String names() {
    return Bench.ALL.stream().map(Benchmark::name).collect(Collectors.joining(", "));
  }

  static String usage() {
    String benchmarks =
        Bench.ALL.stream()
            .map(each -> String.format(Locale.ROOT, "  %-12s%s%n", each.name(), each.about()))
            .collect(Collectors.joining());
    return """
    Usage: ./bench NAME [--store sqlite|postgresql] [--seconds N] [--peers]

    %s  overhead    [COUNT]: what `pawl run` costs over `make -j`, of whole processes

      --store     the store to measure on; without it, both
      --seconds   how long each figure is measured, once it is not getting faster; %d without it
      --peers     measures other engines as well, on the same PostgreSQL, in the same run

    PostgreSQL is started for the purpose, with fsync; PAWL_POSTGRESQL=jdbc:postgresql://…
    names another one, on which databases may be created. Prints a table, and JSON as its
    last line.
    """
        .formatted(benchmarks, SECONDS);
  }
}
