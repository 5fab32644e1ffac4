package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Reads the one document of a YAML file.
///
/// Invariant: never throws because of the file's content; a file without a tree has an error. A
/// tree may come with errors too, such as a duplicate key.
public final class YamlReader {

  public static Optional<YamlNode> read(SourceText source, DiagnosticCollector findings) {
    try {
      rejectControlCharacters(source);
      Optional<YamlNode> root = new YamlComposer(source, findings, events(source)).document();
      if (root.filter(YamlReader::isWritten).isEmpty()) {
        findings.error(source.positionAt(0), "the file is empty");
        return Optional.empty();
      }
      return root;
    } catch (UnreadableYamlException unreadable) {
      unreadable.reportTo(findings);
    } catch (MarkedYamlEngineException problem) {
      YamlSyntaxErrors.report(problem, source, findings);
    } catch (YamlEngineException problem) {
      // An error without a mark is about the `%YAML` line, which is the first.
      findings.error(source.positionAt(0), "the file is not YAML 1.2", "");
    }
    return Optional.empty();
  }

  /// The parser's events. Its buffer takes the whole file, because growing it for a long value
  /// would take quadratic time.
  private static Iterator<Event> events(SourceText source) {
    LoadSettings settings = LoadSettings.builder().setBufferSize(source.length() + 1).build();
    return new Parse(settings).parseString(source.text()).iterator();
  }

  /// The last `[` or `{` of a file with a syntax error that is not closed before the error.
  static Optional<CollectionStartEvent> lastOpenBracket(SourceText source) {
    var open = new ArrayDeque<CollectionStartEvent>();
    try {
      for (Iterator<Event> events = events(source); events.hasNext(); ) {
        switch (events.next()) {
          case CollectionStartEvent start -> open.push(start);
          case CollectionEndEvent _ -> open.pop();
          case Event _ -> {}
        }
      }
    } catch (YamlEngineException _) {
      // It is where reading ends.
    }
    return open.stream().filter(CollectionStartEvent::isFlow).findFirst();
  }

  private static boolean isWritten(YamlNode root) {
    return !(root instanceof YamlScalar scalar && scalar.isNothing() && scalar.text().isEmpty());
  }

  private static void rejectControlCharacters(SourceText source) {
    for (int index = 0; index < source.length(); index++) {
      if (isControl(source.codePointAt(index))) {
        String character = "U+%04X".formatted(source.codePointAt(index));
        throw new UnreadableYamlException(
            source.positionAt(index), "the character " + character + " is not allowed in YAML", "");
      }
    }
  }

  /// Whether the character is a control character. The parser accepts DEL at first and rejects it
  /// later with a worse message.
  private static boolean isControl(int codePoint) {
    return !StreamReader.isPrintable(codePoint) || codePoint == 0x7F;
  }

  private YamlReader() {}
}
