package dev.pawl.workflow.yaml;

import dev.pawl.expression.value.StorableText;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.SourceText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// Builds the tree from the parser's events.
///
/// Recursion is as deep as the file is nested, which is limited.
final class YamlComposer {

  static final int MAX_DEPTH = 50;
  static final int MAX_NODES = 150_000;

  private final SourceText source;
  private final DiagnosticCollector findings;
  private final Iterator<Event> events;
  private final AliasTable aliases = new AliasTable();
  private final TagResolver tags;
  private int nodes;

  YamlComposer(SourceText source, DiagnosticCollector findings, Iterator<Event> events) {
    this.source = source;
    this.findings = findings;
    this.events = events;
    this.tags = new TagResolver(findings);
  }

  /// The only document of the file; empty where there is none.
  Optional<YamlNode> document() {
    events.next();
    if (!(events.next() instanceof DocumentStartEvent)) {
      return Optional.empty();
    }
    YamlNode root = node(events.next(), 0).node();
    events.next();
    Event after = events.next();
    if (after instanceof DocumentStartEvent) {
      throw new UnreadableYamlException(
          startOf(after), "a second document begins here", "a file has one workflow: remove `---`");
    }
    return Optional.of(root);
  }

  private MeasuredNode node(Event event, int depth) {
    limitNodes(event);
    if (event instanceof AliasEvent alias) {
      MeasuredNode target = aliases.expand(alias.getAlias().getValue(), startOf(event));
      limitDepth(depth + target.height(), event);
      return target;
    }
    Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Anchor::getValue);
    anchor.ifPresent(aliases::begin);
    MeasuredNode composed =
        event instanceof ScalarEvent scalar
            ? MeasuredNode.scalar(scalar(scalar))
            : collection((CollectionStartEvent) event, depth + 1);
    anchor.ifPresent(name -> aliases.end(name, composed));
    return composed;
  }

  private MeasuredNode collection(CollectionStartEvent event, int depth) {
    limitDepth(depth, event);
    tags.check(event, startOf(event));
    return event instanceof MappingStartEvent ? mapping(event, depth) : sequence(event, depth);
  }

  private MeasuredNode mapping(Event start, int depth) {
    MappingKeys keys = new MappingKeys(findings);
    List<YamlEntry> entries = new ArrayList<>();
    List<MeasuredNode> parts = new ArrayList<>();
    for (Event next = events.next(); !(next instanceof CollectionEndEvent); next = events.next()) {
      MeasuredNode key = node(next, depth);
      MeasuredNode value = node(events.next(), depth);
      keys.accept(key.node()).ifPresent(name -> entries.add(new YamlEntry(name, value.node())));
      parts.add(key);
      parts.add(value);
    }
    return MeasuredNode.collection(new YamlMapping(startOf(start), entries), parts);
  }

  private MeasuredNode sequence(Event start, int depth) {
    List<MeasuredNode> items = new ArrayList<>();
    for (Event next = events.next(); !(next instanceof CollectionEndEvent); next = events.next()) {
      items.add(node(next, depth));
    }
    List<YamlNode> nodes = items.stream().map(MeasuredNode::node).toList();
    return MeasuredNode.collection(new YamlSequence(startOf(start), nodes), items);
  }

  private YamlScalar scalar(ScalarEvent event) {
    Position position = startOf(event);
    if (!StorableText.isStorable(event.getValue())) {
      findings.error(
          position,
          "the escapes in this text produce a character that cannot be passed to a program",
          "");
    }
    ScalarOrigin origin =
        new ScalarOrigin(source, index(event.getStartMark()), index(event.getEndMark()));
    return new YamlScalar(position, event.getValue(), tags.kindOf(event, position), origin);
  }

  /// Stops reading a file that is too large or has too many errors.
  private void limitNodes(Event event) {
    if (++nodes > MAX_NODES) {
      throw new UnreadableYamlException(
          startOf(event), "this file has more than " + MAX_NODES + " values", "");
    }
    if (findings.isFullOfErrors()) {
      throw new UnreadableYamlException(
          startOf(event), "too many errors: the rest of the file is not checked", "");
    }
  }

  private void limitDepth(int depth, Event event) {
    if (depth > MAX_DEPTH) {
      throw new UnreadableYamlException(
          startOf(event), "this is nested more than " + MAX_DEPTH + " levels deep", "");
    }
  }

  private Position startOf(Event event) {
    return source.positionAt(index(event.getStartMark()));
  }

  private static int index(Optional<Mark> mark) {
    return mark.map(Mark::getIndex).orElse(0);
  }
}
