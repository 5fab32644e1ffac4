package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;

/// Keys and values in the order of the file. Invariant: no duplicate key.
public record YamlMapping(Position position, List<YamlEntry> entries) implements YamlNode {

  public YamlMapping {
    entries = List.copyOf(entries);
  }

  public Optional<YamlEntry> entry(String name) {
    for (int index = 0; index < entries.size(); index++) {
      YamlEntry entry = entries.get(index);
      if (entry.name().equals(name)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  @Override
  public String described() {
    return "a mapping";
  }

  @Override
  public YamlMapping at(Position place) {
    return new YamlMapping(place, entries);
  }
}
