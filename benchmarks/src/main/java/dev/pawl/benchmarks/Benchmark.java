package dev.pawl.benchmarks;

/// A benchmark of `./bench`, with its name.
interface Benchmark {

  String name();

  /// Its description, one line of the help.
  String about();

  BenchmarkReport run(BenchSession session) throws Exception;
}
