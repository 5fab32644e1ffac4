package dev.pawl.benchmarks;

/// A column of a report: its key in JSON, its title in the table, and whether higher or lower is
/// better.
record ReportColumn(String key, String title, Better better) {

  enum Better {
    MORE,
    LESS,
    NEITHER
  }

  /// Whether a ratio to another subject's figure makes sense.
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
