package dev.pawl.cli.configuration;

import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.workflow.OperatorSections;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.yaml.Utf8Decoder;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlReader;
import dev.pawl.workflow.yaml.YamlScalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A server's configuration file in YAML: a key for each setting, `rules` and `tools`.
///
/// @param rules of the operator, by which failures are classified
/// @param tools the profiles of tools by TOOL or ORG:TOOL
record ConfigurationFile(
    Map<Setting, SettingValue> values, List<FailureRule> rules, Map<String, ToolProfile> tools) {

  static final ConfigurationFile EMPTY = new ConfigurationFile(Map.of(), List.of(), Map.of());

  ConfigurationFile {
    values = Map.copyOf(values);
    rules = List.copyOf(rules);
    tools = Map.copyOf(tools);
  }

  /// Reads a server's file.
  ///
  /// @throws InvalidConfigurationException with all errors in the file
  static ConfigurationFile read(Path file) {
    var findings = new DiagnosticCollector();
    SourceText source = source(file, findings);
    Optional<YamlMapping> root = root(source, findings);
    Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);
    if (root.isPresent()) {
      for (YamlEntry entry : root.get().entries()) {
        if (!OperatorSections.KEYS.contains(entry.name())) {
          Setting.ofKey(entry.name())
              .ifPresentOrElse(
                  setting ->
                      value(setting, entry, findings)
                          .ifPresent(text ->
                              values.put(
                                  setting,
                                  new SettingValue(
                                      text,
                                      new SettingValue.FileLine(file, entry.position().line())))),
                  () -> unknown(entry, findings));
        }
      }
    }
    List<FailureRule> rules =
        root.map(found -> OperatorSections.rules(found, findings)).orElse(List.of());
    Map<String, ToolProfile> tools =
        root.map(found -> OperatorSections.tools(found, findings)).orElse(Map.of());
    throwErrors(source, findings);
    return new ConfigurationFile(values, rules, tools);
  }

  /// Reads a file that has `tools` only.
  ///
  /// @throws InvalidConfigurationException with all errors in the file
  static Map<String, ToolProfile> readTools(Path file) {
    var findings = new DiagnosticCollector();
    SourceText source = source(file, findings);
    Optional<YamlMapping> root = root(source, findings);
    root.stream()
        .flatMap(found -> found.entries().stream())
        .filter(entry -> !entry.name().equals(OperatorSections.TOOLS))
        .forEach(entry ->
            findings.error(
                entry.position(),
                "unknown key " + PrintableText.quoted(entry.name()),
                "this file has the key `tools` only, with the profiles of tools by name"));
    Map<String, ToolProfile> tools =
        root.map(found -> OperatorSections.tools(found, findings)).orElse(Map.of());
    throwErrors(source, findings);
    return tools;
  }

  private static SourceText source(Path file, DiagnosticCollector findings) {
    try {
      return Utf8Decoder.decode(file.toString(), Files.readAllBytes(file), findings);
    } catch (IOException e) {
      throw InvalidConfigurationException.ofValue(
          "cannot read the configuration '%s': %s".formatted(file, FileErrorMessages.describe(e)));
    }
  }

  /// The file's mapping; absent with an error, or if the file has comments only.
  private static Optional<YamlMapping> root(SourceText source, DiagnosticCollector findings) {
    boolean isEmpty = source.text().lines().allMatch(ConfigurationFile::isComment);
    if (isEmpty || findings.hasErrors()) {
      return Optional.empty();
    }
    Optional<YamlNode> root = YamlReader.read(source, findings);
    if (root.isPresent() && !(root.get() instanceof YamlMapping)) {
      findings.error(
          root.get().position(), "expected a mapping of settings, found " + root.get().described());
    }
    return root.filter(YamlMapping.class::isInstance).map(YamlMapping.class::cast);
  }

  private static boolean isComment(String line) {
    return line.isBlank() || line.strip().startsWith("#");
  }

  private static void throwErrors(SourceText source, DiagnosticCollector findings) {
    if (findings.hasErrors()) {
      throw InvalidConfigurationException.ofFile(findings.diagnosticsOf(source).render());
    }
  }

  private static Optional<String> value(
      Setting setting, YamlEntry entry, DiagnosticCollector findings) {
    String name = PrintableText.quoted(setting.key());
    if (!(entry.value() instanceof YamlScalar scalar) || scalar.isNothing()) {
      findings.error(
          entry.value().position(),
          "%s: expected %s, found %s"
              .formatted(name, setting.format().described(), entry.value().described()));
      return Optional.empty();
    }
    String text = ScalarValues.string(scalar);
    Optional<String> problem = setting.format().problem(text);
    problem.ifPresent(wrong -> findings.error(scalar.position(), name + " " + wrong));
    return problem.isPresent() ? Optional.empty() : Optional.of(text);
  }

  private static void unknown(YamlEntry entry, DiagnosticCollector findings) {
    List<String> keys = new ArrayList<>(Setting.keys());
    keys.addAll(OperatorSections.KEYS);
    String hint =
        nearest(entry.name(), keys).map(key -> ": did you mean '%s'?".formatted(key)).orElse("");
    findings.error(entry.position(), "unknown key '%s'%s".formatted(entry.name(), hint));
  }

  /// The key that was probably meant: one that differs by a few letters, or by hyphens and case, or
  /// that contains the word.
  private static Optional<String> nearest(String word, List<String> keys) {
    return SpellingSuggestion.nearest(word, keys)
        .or(() -> {
          String letters = letters(word);
          return keys.stream()
              .filter(key -> letters(key).equals(letters))
              .findFirst()
              .or(() ->
                  letters.length() < 4
                      ? Optional.empty()
                      : keys.stream().filter(key -> letters(key).contains(letters)).findFirst());
        });
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }
}
