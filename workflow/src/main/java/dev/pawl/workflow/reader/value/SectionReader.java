package dev.pawl.workflow.reader.value;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
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

/// Reads the values of one section of a file, which the schema check has already checked: an
/// invalid value has been reported and counts as absent.
///
/// It reads only keys of the table, so that no key can be read that the table does not list.
public record SectionReader(KeySection section, YamlMapping mapping) {

  public Position position() {
    return mapping.position();
  }

  public Optional<YamlEntry> entry(String name) {
    if (KeyTable.find(section, name).isEmpty()) {
      throw new IllegalStateException("the table of keys does not list " + section + " " + name);
    }
    return mapping.entry(name);
  }

  public Optional<YamlNode> value(String name) {
    return entry(name).map(YamlEntry::value);
  }

  public boolean has(String name) {
    return entry(name).isPresent();
  }

  public Optional<YamlScalar> scalar(String name) {
    return value(name).filter(YamlScalar.class::isInstance).map(YamlScalar.class::cast);
  }

  public Optional<YamlMapping> mapping(String name) {
    return value(name).filter(YamlMapping.class::isInstance).map(YamlMapping.class::cast);
  }

  public List<YamlEntry> entries(String name) {
    return mapping(name).map(YamlMapping::entries).orElse(List.of());
  }

  public Optional<SectionReader> fields(String name, KeySection inner) {
    return mapping(name).map(found -> new SectionReader(inner, found));
  }

  List<YamlNode> items(String name) {
    return value(name)
        .filter(YamlSequence.class::isInstance)
        .map(node -> ((YamlSequence) node).items())
        .orElse(List.of());
  }

  /// The mappings of a list.
  public List<SectionReader> fieldsOf(String name, KeySection inner) {
    return items(name).stream()
        .filter(YamlMapping.class::isInstance)
        .map(item -> new SectionReader(inner, (YamlMapping) item))
        .toList();
  }

  /// One scalar or the scalars of a list, without empty ones.
  public List<YamlScalar> words(String name) {
    return value(name).map(SectionReader::words).orElse(List.of());
  }

  public static List<YamlScalar> words(YamlNode node) {
    return switch (node) {
      case YamlScalar scalar -> ScalarValues.isEmpty(scalar) ? List.of() : List.of(scalar);
      case YamlSequence sequence ->
          sequence.items().stream()
              .filter(item -> item instanceof YamlScalar scalar && !ScalarValues.isEmpty(scalar))
              .map(YamlScalar.class::cast)
              .toList();
      case YamlMapping _ -> List.of();
    };
  }

  public List<String> strings(String name) {
    return words(name).stream().map(ScalarValues::string).toList();
  }

  public List<TemplateText> texts(String name) {
    return words(name).stream().map(ScalarValues::text).toList();
  }

  /// The text of a key; absent where it is null.
  public Optional<TemplateText> text(String name) {
    return scalar(name).filter(scalar -> !scalar.isNothing()).map(ScalarValues::text);
  }

  public String string(String name) {
    return scalar(name).map(ScalarValues::string).orElse("");
  }

  public boolean isTrue(String name) {
    return string(name).equals("true");
  }

  public SequencedMap<String, TemplateText> textsByName(String name) {
    SequencedMap<String, TemplateText> texts = new LinkedHashMap<>();
    for (YamlEntry entry : entries(name)) {
      if (entry.value() instanceof YamlScalar scalar) {
        texts.put(entry.name(), ScalarValues.text(scalar));
      }
    }
    return texts.isEmpty() ? TemplateTexts.empty() : texts;
  }

  public Optional<Integer> integer(String name) {
    return scalar(name).map(scalar -> (int) ScalarValues.number(scalar.text()));
  }

  public List<Integer> integers(String name) {
    return words(name).stream().map(scalar -> (int) ScalarValues.number(scalar.text())).toList();
  }

  public Optional<Duration> duration(String name) {
    return scalar(name).flatMap(SectionReader::duration);
  }

  static Optional<Duration> duration(YamlScalar scalar) {
    return DurationSyntax.duration(ScalarValues.string(scalar))
            instanceof DurationSyntax.Valid(Duration length)
        ? Optional.of(length)
        : Optional.empty();
  }
}
