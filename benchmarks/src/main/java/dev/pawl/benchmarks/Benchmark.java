package dev.pawl.benchmarks;

/// Something to measure, by the name that `./bench` knows it by.
interface Benchmark {

  String name();

  /// What it measures, in a line of the help.
  String about();

  BenchmarkReport run(BenchSession session) throws Exception;
}
