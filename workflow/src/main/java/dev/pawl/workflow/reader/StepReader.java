package dev.pawl.workflow.reader;

import dev.pawl.core.plan.Ordered;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;

/// Reads the steps of a job.
final class StepReader {

  private static final int MOST_STEPS = 1_000;

  private final Findings findings;
  private final Values values;
  private final SettingsReader settings;

  StepReader(Findings findings, Values values) {
    this.findings = findings;
    this.values = values;
    this.settings = new SettingsReader(findings, values);
  }

  List<Step> steps(YamlSequence list) {
    if (list.items().isEmpty()) {
      findings.error(list.position(), "`steps` is empty: a job has at least one step");
    }
    if (list.items().size() > MOST_STEPS) {
      findings.error(
          list.items().get(MOST_STEPS).position(), "a job has at most " + MOST_STEPS + " steps");
    }
    Identifiers ids = new Identifiers("step", findings);
    return list.items().stream()
        .limit(MOST_STEPS)
        .flatMap(item -> values.mapping(item, "a step").stream())
        .map(mapping -> step(mapping, ids))
        .toList();
  }

  private Step step(YamlMapping mapping, Identifiers ids) {
    Fields fields = Fields.of(Place.STEP, mapping, findings);
    return new Step(
        mapping.position(),
        fields.value("name").flatMap(node -> values.text(node, "`name`")).orElse(""),
        fields.value("id").map(node -> id(node, ids)).orElse(""),
        run(fields, mapping.position()),
        settings.read(fields),
        fields.value("env").map(values::env).orElseGet(Ordered::empty));
  }

  private String id(YamlNode node, Identifiers ids) {
    return values
        .scalar(node, "`id`")
        .map(id -> {
          ids.add(id);
          return id.text();
        })
        .orElse("");
  }

  private String run(Fields fields, Position step) {
    if (!fields.mentions("run") && !fields.mentions("uses")) {
      findings.error(step, "the step has no `run`", "write the script under `run`");
    }
    return fields.value("run").map(this::script).orElse("");
  }

  private String script(YamlNode node) {
    return values
        .scalar(node, "`run`")
        .filter(scalar -> {
          boolean written = isWritten(scalar);
          if (!written) {
            findings.error(node.position(), "`run` is empty: a step has a script");
          }
          return written;
        })
        .map(YamlScalar::text)
        .orElse("");
  }

  private static boolean isWritten(YamlScalar scalar) {
    return !scalar.isNothing() && !scalar.text().isBlank();
  }
}
