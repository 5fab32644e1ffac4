package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.NeedReference;
import dev.pawl.workflow.reader.value.ConditionReader;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads one job.
final class JobReader {

  private static final Set<String> KEYS_OF_CALLS =
      Set.of(
          "name",
          "uses",
          "with",
          "secrets",
          "needs",
          "if",
          "permissions",
          "concurrency",
          "strategy");
  private static final List<String> KEYS_ONLY_OF_CALLS = List.of("with", "secrets");

  private final DiagnosticCollector findings;
  private final ConcurrencyReader concurrency;
  private final StrategyReader strategy;
  private final StepsJobReader steps;
  private final CallReader calls;

  JobReader(DiagnosticCollector findings, CalledWorkflows callees) {
    this.findings = findings;
    this.concurrency = new ConcurrencyReader(findings);
    this.strategy = new StrategyReader(findings);
    this.steps = new StepsJobReader(findings, callees.actions());
    this.calls = new CallReader(findings, callees);
  }

  Optional<JobDefinition> read(YamlEntry entry) {
    return entry.value() instanceof YamlMapping mapping
        ? Optional.of(job(entry.key(), new SectionReader(KeySection.JOB, mapping)))
        : Optional.empty();
  }

  private JobDefinition job(YamlScalar id, SectionReader fields) {
    return new JobDefinition(
        id.position(),
        id.text(),
        fields.text("name"),
        fields.words("needs").stream()
            .filter(scalar -> ScalarValues.text(scalar).isLiteral())
            .map(scalar -> new NeedReference(scalar.position(), ScalarValues.string(scalar)))
            .toList(),
        ConditionReader.read(fields, "if"),
        PermissionsReader.read(fields),
        concurrency.read(fields, KeySection.JOB_CONCURRENCY),
        strategy.read(fields),
        work(id, fields));
  }

  private JobWork work(YamlScalar id, SectionReader fields) {
    if (fields.has("uses")) {
      for (YamlEntry entry : fields.mapping().entries()) {
        if (isKeyOfSteps(entry.name())) {
          findings.error(
              entry.position(),
              PrintableText.quoted(entry.name()) + " cannot be combined with `uses` in a job");
        }
      }
      return calls.read(fields);
    }
    for (String key : KEYS_ONLY_OF_CALLS) {
      fields
          .entry(key)
          .ifPresent(entry ->
              findings.error(
                  entry.position(),
                  PrintableText.quoted(key) + " in a job is only allowed with `uses`"));
    }
    return steps.read(id, fields);
  }

  private static boolean isKeyOfSteps(String key) {
    return !KEYS_OF_CALLS.contains(key) && KeyTable.find(KeySection.JOB, key).isPresent();
  }
}
