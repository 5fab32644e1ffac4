package dev.pawl.cli.command;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.api.document.Maintenance.DoctorDocument;
import dev.pawl.server.api.document.Maintenance.DoctorRequest;
import dev.pawl.server.api.document.Maintenance.FailedJobDocument;
import dev.pawl.server.api.document.Maintenance.FindingDocument;
import dev.pawl.server.api.document.Maintenance.RepairDocument;
import dev.pawl.server.api.document.Maintenance.RepairRequest;
import dev.pawl.server.api.document.Maintenance.TreatmentDocument;
import dev.pawl.server.doctor.FailedJobAdvice;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.doctor.StoreRepair.RepairResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The doctor of a live server, asked by its API. The server checks a part of its store in each
/// request.
record RemoteDoctor(ServerClient client, boolean isAll) {

  HealthReport check() {
    List<Finding> findings = new ArrayList<>();
    List<FailedJobAdvice> advice = new ArrayList<>();
    long checked = 0;
    boolean hasMore = false;
    @Nullable String next = null;
    do {
      DoctorDocument part =
          client.post(
              client.inOrg("/doctor"), new DoctorRequest(isAll, next), DoctorDocument.class);
      part.findings().stream().map(RemoteDoctor::finding).forEach(findings::add);
      part.failedJobs().stream().map(RemoteDoctor::advice).forEach(advice::add);
      checked += part.checked();
      hasMore |= part.hasMore();
      next = part.next();
    } while (next != null);
    return new HealthReport(findings, advice, checked, hasMore);
  }

  /// Repairs what can be repaired.
  ///
  /// @param resets the tools whose breakers are reset without a health check
  List<RepairResult> repair(List<String> resets) {
    List<RepairResult> results = new ArrayList<>();
    if (resets.isEmpty()) {
      repair((String) null, results);
    }
    resets.forEach(tool -> repair(tool, results));
    return results;
  }

  private void repair(@Nullable String tool, List<RepairResult> results) {
    @Nullable String next = null;
    do {
      TreatmentDocument part =
          client.post(
              client.inOrg("/doctor/repair"),
              new RepairRequest(tool, tool != null, isAll, next),
              TreatmentDocument.class);
      part.repairs().stream().map(RemoteDoctor::result).forEach(results::add);
      next = part.next();
    } while (next != null);
  }

  private static RepairResult result(RepairDocument repair) {
    return new RepairResult(finding(repair.finding()), repair.repaired(), repair.result());
  }

  private static Finding finding(FindingDocument document) {
    return new Finding(
        code(document.check()), document.aggregate(), document.subject(), document.problem());
  }

  /// A later server may have checks that this client does not know.
  private static Finding.Code code(String check) {
    for (Finding.Code code : Finding.Code.values()) {
      if (code.name().toLowerCase(Locale.ROOT).equals(check)) {
        return code;
      }
    }
    return Finding.Code.UNKNOWN;
  }

  private static FailedJobAdvice advice(FailedJobDocument document) {
    return new FailedJobAdvice(
        new RunId(document.run()),
        document.number(),
        document.file(),
        document.job(),
        document.problem(),
        document.commands());
  }
}
