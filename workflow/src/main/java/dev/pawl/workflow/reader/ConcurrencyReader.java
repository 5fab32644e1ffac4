package dev.pawl.workflow.reader;

import dev.pawl.core.plan.GroupRule.Queue;
import dev.pawl.core.plan.NameLimit;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.Optional;

/// Reads `concurrency`, of a workflow or of a job.
final class ConcurrencyReader {

  private static final String KEY = "concurrency";
  private static final String COMMAND = "group-command";

  private final DiagnosticCollector findings;

  ConcurrencyReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  Optional<ConcurrencyDefinition> read(SectionReader outer, KeySection inner) {
    Optional<ConcurrencyDefinition> named =
        outer
            .text(KEY)
            .map(group ->
                new ConcurrencyDefinition(group, false, Optional.empty(), Queue.NEWEST, 1));
    Optional<ConcurrencyDefinition> found =
        named.or(() -> outer.fields(KEY, inner).flatMap(this::mapping));
    found.filter(group -> !group.isCommand()).ifPresent(group -> checkName(group.key()));
    return found;
  }

  /// Checks a name without expressions; others are checked when they are evaluated.
  private void checkName(TemplateText name) {
    if (name.isLiteral()) {
      NameLimit.problem(name.source())
          .ifPresent(problem ->
              findings.error(
                  name.position(), "the name of the group " + problem, NameLimit.ADVICE));
    }
  }

  private Optional<ConcurrencyDefinition> mapping(SectionReader fields) {
    Optional<TemplateText> group = fields.text("group");
    Optional<TemplateText> command =
        fields.section() == KeySection.JOB_CONCURRENCY ? fields.text(COMMAND) : Optional.empty();
    Queue queue = fields.string("queue").equals("max") ? Queue.MAX : Queue.NEWEST;
    if (fields.section() == KeySection.JOB_CONCURRENCY) {
      checkKey(fields);
    }
    if (queue == Queue.MAX && fields.isTrue("cancel-in-progress")) {
      findings.error(
          fields.entry("queue").map(YamlEntry::position).orElse(fields.position()),
          "`queue: max` and `cancel-in-progress: true` contradict each other",
          "a new member cannot both wait for the running ones and cancel them");
    }
    return group
        .or(() -> command)
        .map(key ->
            new ConcurrencyDefinition(
                key,
                group.isEmpty(),
                fields.text("cancel-in-progress"),
                queue,
                fields.integer("max").orElse(1)));
  }

  private void checkKey(SectionReader fields) {
    boolean named = fields.has("group");
    if (named && fields.has(COMMAND)) {
      findings.error(fields.position(), "`group` and `group-command` are both set: keep one");
    } else if (!named && !fields.has(COMMAND)) {
      findings.error(
          fields.position(),
          "`group` is missing in `concurrency`",
          "name the group: its members wait for each other");
    }
  }
}
