package dev.pawl.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The options of `./bench`. Without `--store` both stores are measured.
record BenchOptions(
    Benchmark benchmark, Set<StoreKind> stores, Duration measured, boolean peers, boolean help) {

  private static final int SECONDS = 10;
  private static final int MOST_SECONDS = 3_600;

  /// A usage error, with its reason.
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
      throw new InvalidOption("NAME is missing; choose one of " + names());
    }
    String name = given.getFirst();
    Benchmark benchmark =
        Bench.named(name)
            .orElseThrow(() ->
                new InvalidOption("unknown benchmark '" + name + "'; choose one of " + names()));
    var stores = EnumSet.noneOf(StoreKind.class);
    long seconds = SECONDS;
    boolean peers = false;
    for (var rest = given.subList(1, given.size()).iterator(); rest.hasNext(); ) {
      switch (rest.next()) {
        case "--peers" -> peers = true;
        case "--store" -> stores.add(store(value("--store", rest)));
        case "--seconds" -> seconds = seconds(value("--seconds", rest));
        case String other -> throw new InvalidOption("unknown option '" + other + "'");
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
    throw new InvalidOption("--store must be sqlite or postgresql, not '" + name + "'");
  }

  private static long seconds(String text) throws InvalidOption {
    if (text.matches("[0-9]{1,4}")) {
      long seconds = Long.parseLong(text);
      if (seconds >= 1 && seconds <= MOST_SECONDS) {
        return seconds;
      }
    }
    throw new InvalidOption(
        "--seconds must be between 1 and " + MOST_SECONDS + ", not '" + text + "'");
  }

  private static String names() {
    return Bench.ALL.stream().map(Benchmark::name).collect(Collectors.joining(", "))
        + ", overhead, logs";
  }

  static String usage() {
    String benchmarks =
        Bench.ALL.stream()
            .map(each -> String.format(Locale.ROOT, "  %-12s%s%n", each.name(), each.about()))
            .collect(Collectors.joining());
    return """
    Usage: ./bench NAME [--store sqlite|postgresql] [--seconds N] [--peers]

    %s  overhead    [--peers] [COUNT]: `pawl run` beside `make -j` and gitlab-ci-local
      logs        [MEGABYTES [MASKS]]: how fast the log of one step flows, beside `cat`

      --store     the store to measure. Default: both
      --seconds   how long each figure is measured after the warm-up. Default: %d
      --peers     measure other engines too, on the same PostgreSQL

    Starts a PostgreSQL with fsync. Set PAWL_POSTGRESQL=jdbc:postgresql://… to use
    another server on which databases may be created. Prints a table, and JSON in the
    last line.
    """
        .formatted(benchmarks, SECONDS);
  }
}
