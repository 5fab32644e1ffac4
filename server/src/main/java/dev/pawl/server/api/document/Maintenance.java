package dev.pawl.server.api.document;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.doctor.FailedJobAdvice;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.doctor.RepairAction;
import dev.pawl.server.doctor.StoreRepair.RepairResult;
import dev.pawl.server.maintenance.LivePrune.Pruned;
import dev.pawl.server.store.sqlite.SqliteBackup.BackupResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What maintenance asks and answers: doctor, prune, backup.
public final class Maintenance {

  /// To check the store.
  ///
  /// @param all whether to check all runs, and not only those that are open or ended recently
  /// @param after `next` of the answer before; null to begin
  public record DoctorRequest(boolean all, @Nullable String after) {}

  /// To check the store and repair it.
  ///
  /// @param reset the tool whose breaker is closed, even if it is not stuck; null for none
  /// @param force whether to close it without its health check
  /// @param all as in [DoctorRequest]
  /// @param after as in [DoctorRequest]
  public record RepairRequest(
      @Nullable String reset, boolean force, boolean all, @Nullable String after) {}

  /// A problem of the store.
  ///
  /// @param check that found it
  /// @param aggregate run, group, breaker or agent
  /// @param subject the id of that
  public record FindingDocument(
      String check,
      String aggregate,
      String subject,
      String problem,
      String advice,
      boolean repairable) {

    public static FindingDocument of(Finding finding) {
      return new FindingDocument(
          Machine.wireName(finding.code()),
          finding.aggregate(),
          finding.key(),
          finding.description(),
          finding.repair().description(),
          finding.repair() != RepairAction.NONE);
    }
  }

  /// A job that failed with no retry left, which is no problem of the store.
  ///
  /// @param commands of the command line that resolve it
  public record FailedJobDocument(
      String run, long number, String file, String job, String problem, List<String> commands) {
    public FailedJobDocument {
      commands = List.copyOf(commands);
    }

    static FailedJobDocument of(FailedJobAdvice advice) {
      return new FailedJobDocument(
          advice.run().value(),
          advice.number(),
          advice.file(),
          advice.job(),
          advice.description(),
          advice.commands());
    }
  }

  /// The health of the store.
  ///
  /// @param hasMore whether there are more problems than listed
  /// @param next to check the rest of the store; null if all was checked
  public record DoctorDocument(
      boolean healthy,
      long checked,
      List<FindingDocument> findings,
      boolean hasMore,
      List<FailedJobDocument> failedJobs,
      @Nullable String next) {
    public DoctorDocument {
      findings = List.copyOf(findings);
      failedJobs = List.copyOf(failedJobs);
    }

    public static DoctorDocument of(HealthReport report) {
      return new DoctorDocument(
          report.isHealthy(),
          report.checkedCount(),
          report.findings().stream().map(FindingDocument::of).toList(),
          report.hasMore(),
          report.advice().stream().map(FailedJobDocument::of).toList(),
          report.last().orElse(null));
    }
  }

  /// What was done about a problem.
  ///
  /// @param repaired whether it is resolved
  /// @param result what was done, or why nothing was
  public record RepairDocument(FindingDocument finding, boolean repaired, String result) {
    static RepairDocument of(RepairResult result) {
      return new RepairDocument(
          FindingDocument.of(result.finding()), result.isRepaired(), result.description());
    }
  }

  /// The problems that were found, and what was done about each.
  public record TreatmentDocument(
      long checked, List<RepairDocument> repairs, boolean hasMore, @Nullable String next) {
    public TreatmentDocument {
      repairs = List.copyOf(repairs);
    }

    public static TreatmentDocument of(HealthReport report, List<RepairResult> results) {
      return new TreatmentDocument(
          report.checkedCount(),
          results.stream().map(RepairDocument::of).toList(),
          report.hasMore(),
          report.last().orElse(null));
    }
  }

  /// To delete what has ended. A run is deleted if any of the limits does not keep it.
  ///
  /// @param keepDays keeps runs that ended within that many days
  /// @param keepRuns keeps that many of the latest runs
  /// @param keepMib keeps the latest runs whose journals have that many MiB
  /// @param keepLogDays keeps the logs of runs that ended within that many days
  /// @param keepLogMib keeps the latest logs, that many MiB
  /// @param dryRun whether to count only
  public record PruneRequest(
      @Nullable Long keepDays,
      @Nullable Long keepRuns,
      @Nullable Long keepMib,
      @Nullable Long keepLogDays,
      @Nullable Long keepLogMib,
      boolean dryRun) {}

  /// What was deleted.
  ///
  /// @param logRuns how many of the remaining runs have lost their logs
  /// @param complete whether nothing is left to delete; if not, send the request again
  public record PruneDocument(
      long runs, long agents, long journalEntries, long logRuns, long logBytes, boolean complete) {
    public static PruneDocument of(Pruned pruned) {
      return new PruneDocument(
          pruned.runs(),
          pruned.agents(),
          pruned.journalEntries(),
          pruned.logRuns(),
          pruned.logBytes(),
          pruned.isComplete());
    }
  }

  /// To copy the store.
  ///
  /// @param file the absolute path of a new file on the server
  public record BackupRequest(@Nullable String file) {}

  /// A copy of the store.
  ///
  /// @param complete whether it is finished; if not, send the request again to wait for it
  /// @param corruptJournals the journals that are corrupt in the store, and so in its copy
  public record BackupDocument(
      String file, boolean complete, long bytes, long journals, List<String> corruptJournals) {
    public BackupDocument {
      corruptJournals = List.copyOf(corruptJournals);
    }

    public static BackupDocument of(BackupResult result) {
      return new BackupDocument(
          result.file().toString(),
          true,
          result.bytes(),
          result.journals(),
          result.corruptJournals());
    }
  }

  private Maintenance() {}
}
