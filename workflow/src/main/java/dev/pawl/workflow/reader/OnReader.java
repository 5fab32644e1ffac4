package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.Events;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Call;
import dev.pawl.workflow.model.Input;
import dev.pawl.workflow.model.On;
import dev.pawl.workflow.model.Schedule;
import dev.pawl.workflow.model.Trigger;
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
final class OnReader {

  private final FiltersReader filters;
  private final InputsReader inputs;
  private final Findings findings;
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();
  private Optional<List<Input>> dispatch = Optional.empty();
  private Optional<Call> call = Optional.empty();

  private OnReader(Findings findings) {
    this.findings = findings;
    this.filters = new FiltersReader(findings);
    this.inputs = new InputsReader(findings);
  }

  static On read(YamlNode node, Findings findings) {
    OnReader reader = new OnReader(findings);
    switch (node) {
      case YamlScalar _, YamlSequence _ -> Fields.words(node).forEach(reader::named);
      case YamlMapping mapping -> mapping.entries().forEach(reader::event);
    }
    return new On(reader.triggers, reader.schedules, reader.dispatch, reader.call);
  }

  private void named(YamlScalar event) {
    switch (event.text()) {
      case Events.DISPATCH -> dispatch = Optional.of(List.of());
      case Events.CALL -> call = Optional.of(plainCall(event.position()));
      case Events.SCHEDULE ->
          findings.error(
              event.position(),
              "`schedule` without its times",
              "write `on: { schedule: [{ cron: \"30 5 * * mon\" }] }`");
      default -> triggers.add(new Trigger(event.position(), event.text(), Map.of()));
    }
  }

  private void event(YamlEntry entry) {
    switch (entry.name()) {
      case Events.DISPATCH ->
          dispatch =
              Optional.of(inner(entry, Place.DISPATCH).map(inputs::dispatch).orElse(List.of()));
      case Events.CALL ->
          call =
              inner(entry, Place.CALL)
                  .map(fields -> inputs.call(entry.position(), fields))
                  .or(() -> Optional.of(plainCall(entry.position())));
      case Events.SCHEDULE -> schedules(entry);
      default ->
          triggers.add(
              new Trigger(
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
      findings.error(list.position(), "`schedule` is empty: name at least one time");
    }
    list.items().stream()
        .filter(YamlMapping.class::isInstance)
        .map(item -> new Fields(Place.SCHEDULE, (YamlMapping) item))
        .forEach(fields -> schedules.add(schedule(fields)));
  }

  private static Schedule schedule(Fields fields) {
    String zone = fields.string("timezone");
    return new Schedule(
        fields.position(),
        fields.string("cron"),
        zone.isEmpty() ? Schedule.DEFAULT_TIMEZONE : zone);
  }

  private static Optional<Fields> inner(YamlEntry entry, Place place) {
    return entry.value() instanceof YamlMapping mapping
        ? Optional.of(new Fields(place, mapping))
        : Optional.empty();
  }

  private static Call plainCall(Position position) {
    return new Call(position, List.of(), List.of(), List.of());
  }
}
