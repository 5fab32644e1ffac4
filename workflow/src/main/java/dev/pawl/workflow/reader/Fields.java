package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Texts;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A mapping of a place, which the [Checker] has checked: what is not as the table of keys wants it
/// has been told, and counts as absent here.
///
/// Values are handed out for keys of the table only, so that none can be read which it does not
/// list.
record Fields(Place place, YamlMapping mapping) {

  Position position() {
    return mapping.position();
  }

  Optional<YamlEntry> entry(String name) {
    if (KeyTable.find(place, name).isEmpty()) {
      throw new IllegalStateException("the table of keys does not list " + place + " " + name);
    }
    return mapping.entry(name);
  }

  Optional<YamlNode> value(String name) {
    return entry(name).map(YamlEntry::value);
  }

  boolean mentions(String name) {
    return entry(name).isPresent();
  }

  Optional<YamlScalar> scalar(String name) {
    return value(name).filter(YamlScalar.class::isInstance).map(YamlScalar.class::cast);
  }

  Optional<YamlMapping> mapping(String name) {
    return value(name).filter(YamlMapping.class::isInstance).map(YamlMapping.class::cast);
  }

  List<YamlEntry> entries(String name) {
    return mapping(name).map(YamlMapping::entries).orElse(List.of());
  }

  Optional<Fields> fields(String name, Place inner) {
    return mapping(name).map(found -> new Fields(inner, found));
  }

  List<YamlNode> items(String name) {
    return value(name)
        .filter(YamlSequence.class::isInstance)
        .map(node -> ((YamlSequence) node).items())
        .orElse(List.of());
  }

  /// A mapping each.
  List<Fields> fieldsOf(String name, Place inner) {
    return items(name).stream()
        .filter(YamlMapping.class::isInstance)
        .map(item -> new Fields(inner, (YamlMapping) item))
        .toList();
  }

  /// One scalar, or those of a list; what is empty is left out.
  List<YamlScalar> words(String name) {
    return value(name).map(Fields::words).orElse(List.of());
  }

  static List<YamlScalar> words(YamlNode node) {
    return switch (node) {
      case YamlScalar scalar -> Scalars.isEmpty(scalar) ? List.of() : List.of(scalar);
      case YamlSequence sequence ->
          sequence.items().stream()
              .filter(item -> item instanceof YamlScalar scalar && !Scalars.isEmpty(scalar))
              .map(YamlScalar.class::cast)
              .toList();
      case YamlMapping _ -> List.of();
    };
  }

  List<String> strings(String name) {
    return words(name).stream().map(Scalars::string).toList();
  }

  List<Text> texts(String name) {
    return words(name).stream().map(Scalars::text).toList();
  }

  /// Absent where nothing is written.
  Optional<Text> text(String name) {
    return scalar(name).filter(scalar -> !scalar.isNothing()).map(Scalars::text);
  }

  String string(String name) {
    return scalar(name).map(Scalars::string).orElse("");
  }

  boolean isTrue(String name) {
    return string(name).equals("true");
  }

  SequencedMap<String, Text> textsByName(String name) {
    SequencedMap<String, Text> texts = new LinkedHashMap<>();
    for (YamlEntry entry : entries(name)) {
      if (entry.value() instanceof YamlScalar scalar) {
        texts.put(entry.name(), Scalars.text(scalar));
      }
    }
    return texts.isEmpty() ? Texts.none() : texts;
  }

  Optional<Integer> integer(String name) {
    return scalar(name).map(scalar -> (int) Scalars.number(scalar.text()));
  }

  List<Integer> integers(String name) {
    return words(name).stream().map(scalar -> (int) Scalars.number(scalar.text())).toList();
  }

  Optional<Duration> duration(String name) {
    return scalar(name).flatMap(Fields::duration);
  }

  static Optional<Duration> duration(YamlScalar scalar) {
    return Times.duration(Scalars.string(scalar)) instanceof Times.Length(Duration length)
        ? Optional.of(length)
        : Optional.empty();
  }
}
