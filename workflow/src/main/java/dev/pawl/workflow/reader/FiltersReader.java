package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.Filter;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the filters of one event.
final class FiltersReader {

  private static final Map<Filter, Filter> OPPOSITES =
      Map.of(
          Filter.BRANCHES_IGNORE, Filter.BRANCHES,
          Filter.TAGS_IGNORE, Filter.TAGS,
          Filter.PATHS_IGNORE, Filter.PATHS);

  private final Findings findings;

  FiltersReader(Findings findings) {
    this.findings = findings;
  }

  Map<Filter, List<String>> read(YamlMapping mapping) {
    Map<Filter, List<String>> filters = new EnumMap<>(Filter.class);
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
          list.position(), Printable.quoted(entry.name()) + " is empty: name at least one");
    }
    return Fields.words(entry.value()).stream().map(Scalars::string).toList();
  }

  private void check(YamlEntry entry, Filter filter, Map<Filter, List<String>> filters) {
    Filter opposite = OPPOSITES.get(filter);
    List<String> values = filters.getOrDefault(filter, List.of());
    if (opposite != null && filters.containsKey(opposite)) {
      findings.error(
          entry.position(),
          "`" + opposite.key() + "` and `" + filter.key() + "` cannot stand beside each other",
          "keep `" + opposite.key() + "`, with `!` before the patterns to leave out");
    } else if (OPPOSITES.containsValue(filter)
        && !values.isEmpty()
        && values.stream().allMatch(value -> value.startsWith("!"))) {
      findings.warning(
          entry.position(),
          "`" + filter.key() + "` only leaves out: nothing ever matches",
          "begin with a pattern that lets something in, such as `**`");
    }
  }

  private static Optional<Filter> find(String key) {
    return Arrays.stream(Filter.values()).filter(each -> each.key().equals(key)).findFirst();
  }
}
