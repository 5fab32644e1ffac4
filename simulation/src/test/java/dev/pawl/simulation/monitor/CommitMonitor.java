package dev.pawl.simulation.monitor;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import java.util.HashMap;
import java.util.Map;

/// Records which commit each job executes, as its agent was told, independently of what is stored.
public final class CommitMonitor {

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final Map<String, String> commits = new HashMap<>();

  public CommitMonitor(ViolationRecorder violations, ReferenceState reference) {
    this.violations = violations;
    this.reference = reference;
  }

  /// Records that a job starts to execute a commit of its run's ref.
  public void executes(String runId, String job, String commit) {
    Run run = reference.run(new RunId(runId));
    String opened = run == null ? "" : run.origin().lineage().opened();
    String first = commits.putIfAbsent(opened.isEmpty() ? runId : opened, commit);
    if (first != null && !first.equals(commit)) {
      violations.violated(
          Invariant.ONE_COMMIT,
          "job %s of run %s executes %s, another one %s".formatted(job, runId, commit, first));
    }
  }
}
