package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Need;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads one job.
final class JobReader {

  private static final Set<String> OF_CALLS =
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
  private static final List<String> OF_CALLS_ONLY = List.of("with", "secrets");

  private final Findings findings;
  private final ConcurrencyReader concurrency;
  private final StrategyReader strategy;
  private final StepsJobReader steps;
  private final CallReader calls;

  JobReader(Findings findings, Callees callees) {
    this.findings = findings;
    this.concurrency = new ConcurrencyReader(findings);
    this.strategy = new StrategyReader(findings);
    this.steps = new StepsJobReader(findings, callees.actions());
    this.calls = new CallReader(findings, callees);
  }

  Optional<Job> read(YamlEntry entry) {
    return entry.value() instanceof YamlMapping mapping
        ? Optional.of(job(entry.key(), new Fields(Place.JOB, mapping)))
        : Optional.empty();
  }

  private Job job(YamlScalar id, Fields fields) {
    return new Job(
        id.position(),
        id.text(),
        fields.text("name"),
        fields.words("needs").stream()
            .filter(scalar -> Scalars.text(scalar).isLiteral())
            .map(scalar -> new Need(scalar.position(), Scalars.string(scalar)))
            .toList(),
        Conditions.read(fields, "if"),
        PermissionsReader.read(fields),
        concurrency.read(fields, Place.JOB_CONCURRENCY),
        strategy.read(fields),
        work(id, fields));
  }

  private Work work(YamlScalar id, Fields fields) {
    if (fields.mentions("uses")) {
      for (YamlEntry entry : fields.mapping().entries()) {
        if (isOfSteps(entry.name())) {
          findings.error(
              entry.position(),
              Printable.quoted(entry.name()) + " cannot stand beside `uses` in a job");
        }
      }
      return calls.read(fields);
    }
    for (String key : OF_CALLS_ONLY) {
      fields
          .entry(key)
          .ifPresent(entry ->
              findings.error(
                  entry.position(), Printable.quoted(key) + " in a job is for those with `uses`"));
    }
    return steps.read(id, fields);
  }

  private static boolean isOfSteps(String key) {
    return !OF_CALLS.contains(key) && KeyTable.find(Place.JOB, key).isPresent();
  }
}
