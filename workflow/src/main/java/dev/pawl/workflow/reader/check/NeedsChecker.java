package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.NeedReference;
import dev.pawl.workflow.reader.value.IdentifierSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Checks that every need is another job of the file.
public final class NeedsChecker {

  private final DiagnosticCollector findings;
  private final Set<String> known = new TreeSet<>(IdentifierSet.ORDER);
  private final List<String> candidates;

  /// Starts with no job checked.
  ///
  /// @param ids of all jobs of the file, including those that could not be read
  public NeedsChecker(DiagnosticCollector findings, Collection<String> ids) {
    this.findings = findings;
    this.known.addAll(ids);
    this.candidates = ids.stream().filter(IdentifierSet::isValid).toList();
  }

  public void check(JobDefinition job) {
    Set<String> seen = new TreeSet<>(IdentifierSet.ORDER);
    for (NeedReference need : job.needs()) {
      if (!known.contains(need.job())) {
        unknown(need);
      } else if (need.job().equalsIgnoreCase(job.id())) {
        findings.error(
            need.position(), "the job " + PrintableText.quoted(job.id()) + " needs itself");
      } else if (!seen.add(need.job())) {
        findings.warning(
            need.position(), PrintableText.quoted(need.job()) + " is listed twice in `needs`", "");
      }
    }
  }

  private void unknown(NeedReference need) {
    String hint =
        findings.hasRoomForErrors() ? SpellingSuggestion.hint(need.job(), candidates) : "";
    findings.error(need.position(), "unknown job " + PrintableText.quoted(need.job()), hint);
  }
}
