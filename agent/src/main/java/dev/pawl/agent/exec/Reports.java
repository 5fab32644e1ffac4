package dev.pawl.agent.exec;

import dev.pawl.agent.session.Report;

/// Where jobs report to. May block, which slows the job down; never fails.
public interface Reports {

  void report(String leaseId, Report report);
}
