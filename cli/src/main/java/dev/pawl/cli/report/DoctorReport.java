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

  /// The commands that resolve a failure, with the store that they need.
  private List<String> commands(FailedJobAdvice advice) {
    return store.isEmpty()
        ? advice.commands()
        : advice.commands().stream()
            .map(command -> "%s --store %s".formatted(command, ShellWord.of(store.get())))
            .toList();
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
        lines.add("    repair: " + finding.repair().description());
      }
    }
    if (last.hasMore()) {
      lines.add("… and more.");
    }
    if (!last.advice().isEmpty()) {
      lines.add("Failed jobs with no retry left (not a problem of the store):");
      SequencedMap<List<String>, FailedJobAdvice> latest = new LinkedHashMap<>();
      last.advice().forEach(advice -> latest.put(commands(advice), advice));
      latest.forEach((commands, advice) -> {
        lines.add(PrintableText.line("  #%d %s".formatted(advice.number(), advice.description())));
        lines.add(PrintableText.line("    retry: " + commands.getFirst()));
        commands.stream()
            .skip(1)
            .forEach(command -> lines.add(PrintableText.line("    skip: " + command)));
      });
    }
    lines.add(summary());
    return lines;
  }

  private static String text(Finding finding) {
    return PrintableText.line(
        "%s %s: %s: %s"
            .formatted(
                finding.aggregate(), finding.key(), lower(finding.code()), finding.description()));
  }

  private String summary() {
    String checked = "%d checked: ".formatted(last.checkedCount());
    if (last.isHealthy()) {
      return checked + "healthy.";
    }
    return "%s%s%s."
        .formatted(checked, CountFormat.text(last.findings().size(), "problem"), advice());
  }

  private String advice() {
    if (!outcomes.isEmpty()) {
      return " left";
    }
    boolean isRepairable =
        last.findings().stream().anyMatch(finding -> finding.repair() != RepairAction.NONE);
    return isRepairable ? ". Run `pawl doctor --repair` to repair what can be repaired" : "";
  }
}
