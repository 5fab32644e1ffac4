package dev.pawl.workflow.reader.policy;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.plan.NameLimit;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads `tools`, the profiles of tools.
public final class ToolProfileReader {

  private final DiagnosticCollector findings;

  public ToolProfileReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  /// The profiles by the names of the file.
  public SequencedMap<String, ToolProfile> read(SectionReader file) {
    SequencedMap<String, ToolProfile> tools = new LinkedHashMap<>();
    for (YamlEntry entry : file.entries("tools")) {
      NameLimit.problem(entry.name())
          .ifPresent(problem ->
              findings.error(
                  entry.position(), "the name of the tool " + problem, NameLimit.ADVICE));
      if (entry.value() instanceof YamlMapping mapping) {
        tools.put(entry.name(), profile(new SectionReader(KeySection.TOOL_PROFILE, mapping)));
      }
    }
    return tools;
  }

  private static ToolProfile profile(SectionReader tool) {
    ToolProfile plain = ToolProfile.DEFAULT;
    boolean retries = tool.isTrue("retry-on-failure");
    return new ToolProfile(
        tool.integer("failure-threshold").orElse(plain.failureThreshold()),
        tool.duration("cooldown").orElse(plain.cooldown()),
        tool.integer("success-threshold").orElse(plain.successThreshold()),
        tool.integers("failure-exit-codes"),
        tool.integers("expected-exit-codes"),
        retries,
        tool.integer("max-retries").orElse(retries ? 1 : 0),
        Optional.of(tool.string("health-check")).filter(command -> !command.isBlank()));
  }
}
