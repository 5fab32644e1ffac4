package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.PermissionKeys;
import dev.pawl.workflow.model.Permissions;
import dev.pawl.workflow.model.Permissions.Level;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads `permissions`.
final class PermissionsReader {

  static Optional<Permissions> read(SectionReader fields) {
    return fields.value("permissions").map(PermissionsReader::read);
  }

  private static Permissions read(YamlNode node) {
    return switch (node) {
      case YamlScalar scalar ->
          new Permissions(node.position(), all(scalar), Collections.emptySortedMap());
      case YamlMapping mapping -> new Permissions(node.position(), Level.NONE, scopes(mapping));
      case YamlSequence _ ->
          new Permissions(node.position(), Level.NONE, Collections.emptySortedMap());
    };
  }

  private static Level all(YamlScalar scalar) {
    return switch (scalar.text()) {
      case PermissionKeys.READ_ALL -> Level.READ;
      case PermissionKeys.WRITE_ALL -> Level.WRITE;
      default -> Level.NONE;
    };
  }

  private static SequencedMap<String, Level> scopes(YamlMapping mapping) {
    SequencedMap<String, Level> scopes = new LinkedHashMap<>();
    for (YamlEntry entry : mapping.entries()) {
      if (entry.value() instanceof YamlScalar scalar) {
        scopes.put(entry.name(), level(scalar.text()));
      }
    }
    return scopes;
  }

  private static Level level(String word) {
    return switch (word) {
      case "read" -> Level.READ;
      case "write" -> Level.WRITE;
      default -> Level.NONE;
    };
  }

  private PermissionsReader() {}
}
