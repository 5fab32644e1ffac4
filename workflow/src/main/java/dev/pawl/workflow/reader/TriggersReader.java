package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.EventTable;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.EventTrigger;
import dev.pawl.workflow.model.trigger.InputDefinition;
import dev.pawl.workflow.model.trigger.ScheduleTrigger;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `on`.
final class TriggersReader {

  private final EventFilterReader filters;
  private final InputReader inputs;
  private final DiagnosticCollector findings;
  private final List<EventTrigger> triggers = new ArrayList<>();
  private final List<ScheduleTrigger> schedules = new ArrayList<>();
  private Optional<List<InputDefinition>> dispatch = Optional.empty();
  private Optional<CallInterface> call = Optional.empty();

  private TriggersReader(DiagnosticCollector findings) {
    this.findings = findings;
    this.filters = new EventFilterReader(findings);
    this.inputs = new InputReader(findings);
  }

  static WorkflowTriggers read(YamlNode node, DiagnosticCollector findings) {
    TriggersReader reader = new TriggersReader(findings);
    switch (node) {
      case YamlScalar _, YamlSequence _ -> SectionReader.words(node).forEach(reader::named);
      case YamlMapping mapping -> mapping.entries().forEach(reader::event);
    }
    return new WorkflowTriggers(reader.triggers, reader.schedules, reader.dispatch, reader.call);
  }

  private void named(YamlScalar event) {
    switch (event.text()) {
      case EventTable.DISPATCH -> dispatch = Optional.of(List.of());
      case EventTable.CALL -> call = Optional.of(plainCall(event.position()));
      case EventTable.SCHEDULE ->
          findings.error(
              event.position(),
              "`schedule` needs at least one time",
              "write `on: { schedule: [{ cron: \"30 5 * * mon\" }] }`");
      default -> triggers.add(new EventTrigger(event.position(), event.text(), Map.of()));
    }
  }

  private void event(YamlEntry entry) {
    switch (entry.name()) {
      case EventTable.DISPATCH ->
          dispatch =
              Optional.of(
                  inner(entry, KeySection.DISPATCH).map(inputs::dispatch).orElse(List.of()));
      case EventTable.CALL ->
          call =
              inner(entry, KeySection.CALL)
                  .map(fields -> inputs.call(entry.position(), fields))
                  .or(() -> Optional.of(plainCall(entry.position())));
      case EventTable.SCHEDULE -> schedules(entry);
      default ->
          triggers.add(
              new EventTrigger(
                  entry.position(),
                  entry.name(),
                  entry.value() instanceof YamlMapping mapping ? filters.read(mapping) : Map.of()));
    }
  }

  private void schedules(YamlEntry entry) {
    if (!(entry.value() instanceof YamlSequence list)) {
      return;
    }
    if (list.items().isEmpty()) {
      findings.error(list.position(), "`schedule` is empty: list at least one time");
    }
    list.items().stream()
        .filter(YamlMapping.class::isInstance)
        .map(item -> new SectionReader(KeySection.SCHEDULE, (YamlMapping) item))
        .forEach(fields -> schedules.add(schedule(fields)));
  }

  private static ScheduleTrigger schedule(SectionReader fields) {
    String zone = fields.string("timezone");
    return new ScheduleTrigger(
        fields.position(),
        fields.string("cron"),
        zone.isEmpty() ? ScheduleTrigger.DEFAULT_TIMEZONE : zone);
  }

  private static Optional<SectionReader> inner(YamlEntry entry, KeySection section) {
    return entry.value() instanceof YamlMapping mapping
        ? Optional.of(new SectionReader(section, mapping))
        : Optional.empty();
  }

  private static CallInterface plainCall(Position position) {
    return new CallInterface(position, List.of(), List.of(), List.of());
  }
}
