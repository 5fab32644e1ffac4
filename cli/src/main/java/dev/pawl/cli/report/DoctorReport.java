package dev.pawl.cli.report;

import dev.pawl.server.CountFormat;
import dev.pawl.server.doctor.FailedJobAdvice;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.doctor.RepairAction;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.doctor.StoreRepair;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/// The report of `pawl doctor`, as text and as JSON.
///
/// @param first the findings before repairs
/// @param outcomes the results of repairs
/// @param last the findings after repairs
/// @param store the address of the store, unless it is the project's own
public record DoctorReport(
    HealthReport first,
    List<StoreRepair.RepairResult> outcomes,
    HealthReport last,
    Optional<String> store) {

  /// The output of `--json`.
  public record Records(
      boolean healthy,
      long examined,
      List<Found> findings,
      List<Repaired> repairs,
      List<Failed> failed) {}

  /// @param repair the repair that fixes it
  record Found(String code, String aggregate, String key, String what, String repair) {}

  record Repaired(Found finding, boolean done, String what) {}

  /// @param commands alternatives, each of which resolves it
  record Failed(String run, long number, String job, String what, List<String> commands) {}

  public Records records() {
    return new Records(
        last.isHealthy(),
        last.checkedCount(),
        last.findings().stream().map(DoctorReport::found).toList(),
        outcomes.stream()
            .map(one -> new Repaired(found(one.finding()), one.isRepaired(), one.description()))
            .toList(),
        last.advice().stream()
            .map(one ->
                new Failed(
                    one.run().value(), one.number(), one.job(), one.description(), commands(one)))
            .toList());
  }

  private static Found found(Finding finding) {
    return new Found(
        lower(finding.code()),
        finding.aggregate(),
        finding.key(),
        finding.description(),
        lower(finding.repair()));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// The commands that resolve a failure, on this store.
  private List<String> commands(FailedJobAdvice advice) {
    return advice.commands().stream().map(this::onStore).toList();
  }

  private String onStore(String command) {
    return store
        .map(address -> "%s --store %s".formatted(command, ShellWord.of(address)))
        .orElse(command);
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (StoreRepair.RepairResult outcome : outcomes) {
      lines.add(text(outcome.finding()));
      lines.add(
          PrintableText.line(
              "    %s %s"
                  .formatted(
                      outcome.isRepaired() ? "repaired:" : "not repaired:",
                      outcome.description())));
    }
    if (outcomes.isEmpty()) {
      for (Finding finding : last.findings()) {
        lines.add(text(finding));
        lines.add("    repair: " + repair(finding));
      }
    }
    if (last.hasMore()) {
      lines.add("There are more problems than are listed.");
    }
    lines.addAll(failedJobs());
    lines.add(summary());
    return lines;
  }

  /// The repair, and how else to resolve it on this store.
  private String repair(Finding finding) {
    String repair = finding.repair().description();
    if (finding.repair() != RepairAction.RELEASE) {
      return repair;
    }
    return store.isPresent()
        ? "%s: POST {\"force\": true} to /api/v1/orgs/ORG/runs/%s/cancel of the server"
            .formatted(repair, finding.key())
        : "%s: `pawl cancel %s --force`".formatted(repair, finding.key());
  }

  /// The failed jobs, each with its latest failure only.
  private List<String> failedJobs() {
    SequencedMap<List<String>, FailedJobAdvice> latest = new LinkedHashMap<>();
    last.advice().forEach(advice -> latest.putLast(List.of(advice.file(), advice.job()), advice));
    SequencedMap<Long, Integer> counts = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (FailedJobAdvice advice : latest.values()) {
      counts.merge(advice.number(), 1, Integer::sum);
      lines.add("  #%d %s".formatted(advice.number(), advice.description()));
      for (String command : commands(advice)) {
        String label = command.contains("skip") ? "continue without it" : "try again";
        lines.add("    %s: %s".formatted(label, command));
      }
    }
    counts.forEach((run, jobs) -> {
      if (jobs > 1) {
        boolean isOpen =
            latest.values().stream()
                .filter(advice -> advice.number() == run)
                .anyMatch(advice -> advice.commands().getFirst().startsWith("pawl retry"));
        String command =
            onStore((isOpen ? "pawl retry %d" : "pawl rerun %d --failed").formatted(run));
        lines.add("  all %d failed jobs of #%d: %s".formatted(jobs, run, command));
      }
    });
    if (!lines.isEmpty()) {
      lines.addFirst("Failed jobs with no retry left (not a problem of the store):");
    }
    return lines.stream().map(PrintableText::line).toList();
  }

  private static String text(Finding finding) {
    return PrintableText.line(
        "%s %s: %s: %s"
            .formatted(
                finding.aggregate(), finding.key(), lower(finding.code()), finding.description()));
  }

  private String summary() {
    String checked = "Checked %s: ".formatted(CountFormat.text(last.checkedCount(), "journal"));
    if (last.isHealthy()) {
      return checked + "the store is healthy.";
    }
    String problems = CountFormat.text(last.findings().size(), "problem");
    return checked + problems + (outcomes.isEmpty() ? " found." + advice() : " left.");
  }

  private String advice() {
    boolean isRepairable =
        last.findings().stream().anyMatch(finding -> finding.repair() != RepairAction.NONE);
    return isRepairable ? " Run `pawl doctor --repair` to repair what can be repaired." : "";
  }
}
