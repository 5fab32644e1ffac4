package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;

/// Takes the reports of jobs. May block, which slows the job down; never fails.
public interface JobReportSink {

  void report(String leaseId, JobReport report);
}
