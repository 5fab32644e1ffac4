package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the filters of one event.
final class EventFilterReader {

  private static final Map<EventFilter, EventFilter> OPPOSITES =
      Map.of(
          EventFilter.BRANCHES_IGNORE, EventFilter.BRANCHES,
          EventFilter.TAGS_IGNORE, EventFilter.TAGS,
          EventFilter.PATHS_IGNORE, EventFilter.PATHS);

  private final DiagnosticCollector findings;

  EventFilterReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  Map<EventFilter, List<String>> read(YamlMapping mapping) {
    Map<EventFilter, List<String>> filters = new EnumMap<>(EventFilter.class);
    for (YamlEntry entry : mapping.entries()) {
      find(entry.name()).ifPresent(filter -> filters.put(filter, values(entry)));
    }
    for (YamlEntry entry : mapping.entries()) {
      find(entry.name()).ifPresent(filter -> check(entry, filter, filters));
    }
    filters.values().removeIf(List::isEmpty);
    return filters;
  }

  private List<String> values(YamlEntry entry) {
    if (entry.value() instanceof YamlSequence list && list.items().isEmpty()) {
      findings.error(
          list.position(),
          PrintableText.quoted(entry.name()) + " is empty: list at least one value");
    }
    return SectionReader.words(entry.value()).stream().map(ScalarValues::string).toList();
  }

  private void check(YamlEntry entry, EventFilter filter, Map<EventFilter, List<String>> filters) {
    EventFilter opposite = OPPOSITES.get(filter);
    List<String> values = filters.getOrDefault(filter, List.of());
    if (opposite != null && filters.containsKey(opposite)) {
      findings.error(
          entry.position(),
          "`" + opposite.key() + "` and `" + filter.key() + "` cannot be combined",
          "keep `" + opposite.key() + "`, with `!` in front of the patterns to exclude");
    } else if (OPPOSITES.containsValue(filter)
        && !values.isEmpty()
        && values.stream().allMatch(value -> value.startsWith("!"))) {
      findings.warning(
          entry.position(),
          "`" + filter.key() + "` only excludes: nothing ever matches",
          "begin with a pattern that includes something, such as `**`");
    }
  }

  private static Optional<EventFilter> find(String key) {
    return Arrays.stream(EventFilter.values()).filter(each -> each.key().equals(key)).findFirst();
  }
}
