package dev.pawl.agent;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.JobReport;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A report, and whoever waits for it to be taken.
final class PendingReport {

  private final String leaseId;
  private final JobReport report;
  private final CountDownLatch taken = new CountDownLatch(1);

  PendingReport(String leaseId, JobReport report) {
    this.leaseId = leaseId;
    this.report = report;
  }

  /// Tells the session, unless that has too much of the lease already.
  boolean submitTo(AgentSession session, Duration now) {
    if (session.isFull(leaseId)) {
      return false;
    }
    taken.countDown(); // first: whatever comes of the report, nobody waits for it any more
    session.report(leaseId, report, now);
    return true;
  }

  boolean awaitSubmitted(Duration bound) throws InterruptedException {
    return taken.await(bound.toNanos(), TimeUnit.NANOSECONDS);
  }
}
