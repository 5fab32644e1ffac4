package dev.pawl.server.doctor;

import java.util.List;
import java.util.Optional;

/// The result of a check.
///
/// @param findings what is wrong, up to the doctor's limit
/// @param advice about the latest jobs that failed
/// @param checkedCount how many aggregates were checked
/// @param hasMore whether there are more findings than listed
/// @param last the last run that was checked, if there was no time for the others
public record HealthReport(
    List<Finding> findings,
    List<FailedJobAdvice> advice,
    long checkedCount,
    boolean hasMore,
    Optional<String> last) {

  public HealthReport {
    findings = List.copyOf(findings);
    advice = List.copyOf(advice);
  }

  /// A report about everything.
  public HealthReport(
      List<Finding> findings, List<FailedJobAdvice> advice, long checkedCount, boolean hasMore) {
    this(findings, advice, checkedCount, hasMore, Optional.empty());
  }

  public boolean isHealthy() {
    return findings.isEmpty();
  }
}
