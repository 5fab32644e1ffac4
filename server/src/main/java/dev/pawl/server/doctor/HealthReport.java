package dev.pawl.server.doctor;

import java.util.List;

/// What the doctor saw.
///
/// @param findings what is wrong, at most so many as the doctor lists
/// @param advice what failed and could be tried again, of the latest
/// @param checkedCount how many aggregates were looked at
/// @param hasMore whether there is more that is wrong than is listed
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
