package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Need;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Checks that every need is another job of the file.
final class NeedsCheck {

  private final Findings findings;
  private final Set<String> known = new TreeSet<>(Identifiers.ORDER);
  private final List<String> candidates;

  /// None checked yet.
  ///
  /// @param ids of all jobs of the file, also of those that could not be read
  NeedsCheck(Findings findings, Collection<String> ids) {
    this.findings = findings;
    this.known.addAll(ids);
    this.candidates = ids.stream().filter(Identifiers::isValid).toList();
  }

  void check(Job job) {
    Set<String> seen = new TreeSet<>(Identifiers.ORDER);
    for (Need need : job.needs()) {
      if (!known.contains(need.job())) {
        unknown(need);
      } else if (need.job().equalsIgnoreCase(job.id())) {
        findings.error(need.position(), "the job " + Printable.quoted(job.id()) + " needs itself");
      } else if (!seen.add(need.job())) {
        findings.warning(need.position(), Printable.quoted(need.job()) + " is needed twice", "");
      }
    }
  }

  private void unknown(Need need) {
    String hint = findings.hasRoom() ? Nearest.hint(need.job(), candidates) : "";
    findings.error(need.position(), "there is no job " + Printable.quoted(need.job()), hint);
  }
}
