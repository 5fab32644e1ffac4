package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;

/// A list.
public record YamlSequence(Position position, List<YamlNode> items) implements YamlNode {

  public YamlSequence {
    items = List.copyOf(items);
  }

  @Override
  public String described() {
    return "a list";
  }

  @Override
  public YamlSequence at(Position place) {
    return new YamlSequence(place, items);
  }
}
