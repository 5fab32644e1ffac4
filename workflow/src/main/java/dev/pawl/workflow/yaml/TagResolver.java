package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/// Determines the kind of a node by its tag or by its spelling.
final class TagResolver {

  private static final ScalarResolver CORE = new CoreScalarResolver(false);
  private static final String UNSPECIFIC = "!";
  private static final Set<String> COLLECTIONS =
      Set.of(UNSPECIFIC, Tag.MAP.getValue(), Tag.SEQ.getValue());
  private static final Map<String, ScalarKind> SCALARS =
      Map.of(
          UNSPECIFIC,
          ScalarKind.TEXT,
          Tag.STR.getValue(),
          ScalarKind.TEXT,
          Tag.INT.getValue(),
          ScalarKind.INTEGER,
          Tag.FLOAT.getValue(),
          ScalarKind.DECIMAL,
          Tag.BOOL.getValue(),
          ScalarKind.BOOLEAN,
          Tag.NULL.getValue(),
          ScalarKind.NOTHING);

  private final DiagnosticCollector findings;

  TagResolver(DiagnosticCollector findings) {
    this.findings = findings;
  }

  ScalarKind kindOf(ScalarEvent event, Position position) {
    if (event.getTag().isEmpty()) {
      return event.isPlain() ? asWritten(event.getValue()) : ScalarKind.TEXT;
    }
    String tag = event.getTag().get();
    ScalarKind tagged = SCALARS.get(tag);
    if (tagged == null) {
      unknown(tag, position);
      return ScalarKind.TEXT;
    }
    if (tagged != ScalarKind.TEXT && !event.isPlain()) {
      findings.error(
          position,
          "a text in quotes cannot be " + tagged.described(),
          "leave out the quotes, or the tag");
    } else if (!fits(tagged, asWritten(event.getValue()))) {
      findings.error(
          position, PrintableText.quoted(event.getValue()) + " is not " + tagged.described(), "");
    }
    return tagged;
  }

  void check(CollectionStartEvent event, Position position) {
    event
        .getTag()
        .filter(tag -> !COLLECTIONS.contains(tag))
        .ifPresent(tag -> unknown(tag, position));
  }

  private void unknown(String tag, Position position) {
    findings.error(
        position,
        "the tag " + PrintableText.quoted(tag) + " is not known",
        "a workflow needs no tags; put a text that begins with `!` in quotes");
  }

  private static boolean fits(ScalarKind tagged, ScalarKind written) {
    return tagged == ScalarKind.TEXT
        || tagged == written
        || (tagged == ScalarKind.DECIMAL && written == ScalarKind.INTEGER);
  }

  private static ScalarKind asWritten(String text) {
    return SCALARS.getOrDefault(CORE.resolve(text, true).getValue(), ScalarKind.TEXT);
  }
}
