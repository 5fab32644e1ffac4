package dev.pawl.server.doctor;

import java.util.List;

/// The result of a check.
///
/// @param findings what is wrong, up to the doctor's limit
/// @param advice about the latest jobs that failed
/// @param checkedCount how many aggregates were checked
/// @param hasMore whether there are more findings than listed
public record HealthReport(
    List<Finding> findings, List<FailedJobAdvice> advice, long checkedCount, boolean hasMore) {

  public HealthReport {
    findings = List.copyOf(findings);
    advice = List.copyOf(advice);
  }

  public boolean isHealthy() {
    return findings.isEmpty();
  }
}
