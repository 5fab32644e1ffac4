package dev.pawl.benchmarks;

/// A figure that a benchmark has of each subject: its name in JSON, its title in the table, and
/// whether more or less of it is better.
record ReportColumn(String key, String title, Better better) {

  enum Better {
    MORE,
    LESS,
    NEITHER
  }

  /// Whether it can be held against somebody else's.
  boolean hasRatio() {
    return better != Better.NEITHER;
  }

  boolean isBetter(double one, double other) {
    return switch (better) {
      case MORE -> one > other;
      case LESS -> one < other;
      case NEITHER -> false;
    };
  }
}
