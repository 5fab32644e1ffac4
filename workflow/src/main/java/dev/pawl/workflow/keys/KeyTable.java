package dev.pawl.workflow.keys;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Every key of the language, with its value's shape and its status.
///
/// It is the single source: the reader checks files against it, and the reference and the editors'
/// schema are generated from it. Hence no key can be ignored silently.
public final class KeyTable {

  public static final List<KeyDefinition> ROWS =
      Stream.of(
              WorkflowKeys.ROWS,
              EventKeys.ROWS,
              PermissionKeys.ROWS,
              JobKeys.ROWS,
              ContainerKeys.ROWS,
              StepKeys.ROWS)
          .flatMap(List::stream)
          .toList();

  /// The keys of composite actions, which are files of their own.
  public static final List<KeyDefinition> ACTION_ROWS = ActionKeys.ROWS;

  /// The keys of an operator's configuration that have the language of workflows.
  public static final List<KeyDefinition> OPERATOR_ROWS = OperatorKeys.ROWS;

  private static final Map<KeySection, List<KeyDefinition>> BY_SECTION =
      all().collect(groupingBy(KeyDefinition::section));
  private static final Map<KeySection, Map<String, KeyDefinition>> INDEX =
      all().collect(groupingBy(KeyDefinition::section, toMap(KeyDefinition::name, key -> key)));

  private static final Map<KeySection, List<KeyDefinition>> REQUIRED =
      all().filter(KeyDefinition::isRequired).collect(groupingBy(KeyDefinition::section));

  private static Stream<KeyDefinition> all() {
    return Stream.of(ROWS, ACTION_ROWS, OPERATOR_ROWS).flatMap(List::stream);
  }

  public static Optional<KeyDefinition> find(KeySection section, String name) {
    return Optional.ofNullable(INDEX.getOrDefault(section, Map.of()).get(name));
  }

  public static List<KeyDefinition> of(KeySection section) {
    return BY_SECTION.getOrDefault(section, List.of());
  }

  public static List<KeyDefinition> requiredOf(KeySection section) {
    return REQUIRED.getOrDefault(section, List.of());
  }

  /// The sections that have a key of this name, in the order of the table.
  public static List<KeySection> sectionsOf(String name) {
    return all().filter(key -> key.name().equals(name)).map(KeyDefinition::section).toList();
  }

  private KeyTable() {}
}
