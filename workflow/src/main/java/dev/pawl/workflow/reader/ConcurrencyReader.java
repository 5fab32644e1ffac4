package dev.pawl.workflow.reader;

import dev.pawl.core.plan.GroupRule.Queue;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Concurrency;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.Optional;

/// Reads `concurrency`, of a workflow or of a job.
final class ConcurrencyReader {

  private static final String KEY = "concurrency";
  private static final String COMMAND = "group-command";

  private final Findings findings;

  ConcurrencyReader(Findings findings) {
    this.findings = findings;
  }

  Optional<Concurrency> read(Fields outer, Place inner) {
    Optional<Concurrency> named =
        outer
            .text(KEY)
            .map(group -> new Concurrency(group, false, Optional.empty(), Queue.NEWEST, 1));
    return named.or(() -> outer.fields(KEY, inner).flatMap(this::mapping));
  }

  private Optional<Concurrency> mapping(Fields fields) {
    Optional<Text> group = fields.text("group");
    Optional<Text> command =
        fields.place() == Place.JOB_CONCURRENCY ? fields.text(COMMAND) : Optional.empty();
    Queue queue = fields.string("queue").equals("max") ? Queue.MAX : Queue.NEWEST;
    if (fields.place() == Place.JOB_CONCURRENCY) {
      checkKey(fields);
    }
    if (queue == Queue.MAX && fields.isTrue("cancel-in-progress")) {
      findings.error(
          fields.entry("queue").map(YamlEntry::position).orElse(fields.position()),
          "`queue: max` and `cancel-in-progress: true` contradict each other",
          "a newcomer cannot both cancel who is there and wait for them");
    }
    return group
        .or(() -> command)
        .map(key ->
            new Concurrency(
                key,
                group.isEmpty(),
                fields.text("cancel-in-progress"),
                queue,
                fields.integer("max").orElse(1)));
  }

  private void checkKey(Fields fields) {
    boolean named = fields.mentions("group");
    if (named && fields.mentions(COMMAND)) {
      findings.error(fields.position(), "`group` and `group-command` are both there: keep one");
    } else if (!named && !fields.mentions(COMMAND)) {
      findings.error(
          fields.position(),
          "`group` is missing in `concurrency`",
          "which group: those of the same name share its places");
    }
  }
}
