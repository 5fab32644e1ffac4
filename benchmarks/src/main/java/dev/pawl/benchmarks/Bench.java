package dev.pawl.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// The entry point of `./bench NAME`: runs one benchmark for Pawl and, with `--peers`, for other
/// engines in the same session. Prints a table with the conditions, and JSON in the last line.
public final class Bench {

  /// All benchmarks, in the order of the help. A new one is a class and a line here.
  static final List<Benchmark> ALL =
      List.of(
          new ThroughputBenchmark(),
          new GraphBenchmark(),
          new GrowthBenchmark(),
          new LatencyBenchmark(),
          new MemoryBenchmark(),
          new ApiBenchmark());

  public static void main(String[] args) throws Exception {
    BenchOptions options;
    try {
      options = BenchOptions.of(args);
    } catch (BenchOptions.InvalidOption wrong) {
      System.err.println("bench: " + wrong.getMessage());
      System.err.println("bench: run ./bench --help");
      System.exit(2);
      return;
    }
    if (options.help()) {
      System.out.print(BenchOptions.usage());
      return;
    }
    System.exit(run(options, System.out) ? 0 : 1);
  }

  /// Whether every subject could be measured.
  private static boolean run(BenchOptions options, PrintStream out) throws Exception {
    try (var session = BenchSession.of(options)) {
      BenchmarkReport report = options.benchmark().run(session);
      report.print(out);
      return report.isWhole();
    }
  }

  static Optional<Benchmark> named(String name) {
    return ALL.stream().filter(benchmark -> benchmark.name().equals(name)).findFirst();
  }

  private Bench() {}
}
