package dev.pawl.workflow.yaml;

import static dev.pawl.workflow.yaml.YamlSyntaxErrors.Place.BEGIN;
import static dev.pawl.workflow.yaml.YamlSyntaxErrors.Place.HERE;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/// Translates the errors of the YAML parser to diagnostics.
///
/// The first row whose key occurs in the parser's context or problem is used.
final class YamlSyntaxErrors {

  /// The position that the parser reports and that helps more.
  enum Place {
    /// The beginning of what was not finished.
    BEGIN,
    /// Where the parser stopped.
    HERE
  }

  private record Row(String key, Place place, String message, String hint) {}

  private static final String INDENTATION =
      "check the indentation: keys of one mapping begin in the same column";
  private static final String QUOTE_IT = "put the whole value in quotes";

  // spotless:off
  private static final List<Row> ROWS = List.of(
      //      the parser says                       where  message                                                hint
      new Row("(TAB)",                              HERE,  "a tab cannot be used for indentation",                "use spaces"),
      new Row("cannot start any token",             HERE,  "a value cannot begin with this character",            QUOTE_IT),
      new Row("mapping values are not allowed",     HERE,  "a `:` is not expected here",                          "put a text that contains `: ` in quotes, and begin keys of one mapping in the same column"),
      new Row("could not find expected ':'",        BEGIN, "a key without `:`",                               "write `key: value`, or put a text of several lines under `|`"),
      new Row("simple key is required",             BEGIN, "a key without `:`",                               "write `key: value`"),
      new Row("sequence entries are not allowed",   HERE,  "a list item is not expected here",                    "begin the list on the line below its key"),
      new Row("mapping keys are not allowed",       HERE,  "a key is not expected here",                          INDENTATION),
      new Row("']', but got <stream end>",          BEGIN, "this `[` is not closed",                            "add the `]`"),
      new Row("'}', but got <stream end>",          BEGIN, "this `{` is not closed",                            "add the `}`"),
      new Row("expected ',' or ']'",                HERE,  "expected `,` or `]` here",                            "the list that begins with `[` is not closed yet"),
      new Row("expected ',' or '}'",                HERE,  "expected `,` or `}` here",                            "the mapping that begins with `{` is not closed yet"),
      new Row("unexpected end of stream",           BEGIN, "this quotation mark is not closed",                 "add the closing one"),
      new Row("unexpected document separator",      BEGIN, "this quotation mark is not closed",                 "add the closing one"),
      new Row("unknown escape character",           HERE,  "this escape is not known",                            "write a backslash twice, or use single quotes"),
      new Row("expected escape sequence",           HERE,  "this escape is not complete",                         "write a backslash twice, or use single quotes"),
      new Row("<document start>",                   HERE,  "this does not belong to the lines above",        INDENTATION),
      new Row("but found ':'",                      HERE,  "a key is missing here",                               INDENTATION),
      new Row("but found '-'",                      HERE,  "a list item is not expected here",                    INDENTATION),
      new Row("but found '<block sequence start>'", HERE,  "a list item is not expected here",                    INDENTATION),
      new Row("but found '?'",                      HERE,  "a key is not expected here",                          INDENTATION),
      new Row("but found '<block mapping start>'",  HERE,  "a key is not expected here",                          INDENTATION),
      new Row("but found '<scalar>'",               HERE,  "text is not expected here",                           QUOTE_IT),
      new Row("expected <block end>",               HERE,  "this is not expected here",                           INDENTATION),
      new Row("expected the node content",          HERE,  "a value is missing here",                             QUOTE_IT),
      new Row("<document end>",                     HERE,  "a directive is not expected here",                    "put a text that begins with `%` in quotes"),
      new Row("scanning an anchor",                 HERE,  "the name of the anchor is missing or not valid",      "put a text that begins with `&` in quotes"),
      new Row("scanning an alias",                  HERE,  "the name of the alias is missing or not valid",       "put a text that begins with `*` in quotes"),
      new Row("chomping or indentation",            HERE,  "only `+`, `-` or a digit may follow `|` or `>`",      "begin the text on the next line"),
      new Row("indentation indicator",              HERE,  "the indentation after `|` or `>` is from 1 to 9",     "leave it out"),
      new Row("leading empty lines",                HERE,  "this line is indented less than the empty one above", "remove the spaces from the empty line"),
      new Row("block scalar",                       HERE,  "this text under `|` or `>` is not valid",             "begin the text on the line below"),
      new Row("directive",                          HERE,  "this directive is not valid",                         "a line that begins with `%` is a directive"),
      new Row("tag",                                HERE,  "this tag is not valid",                               "put a text that begins with `!` in quotes"),
      new Row("",                                   HERE,  "this is not valid YAML",                              ""));
  // spotless:on

  static void report(
      MarkedYamlEngineException problem, SourceText source, DiagnosticCollector findings) {
    String said = problem.getContext() + ": " + problem.getProblem();
    if (said.contains("but found '<stream end>'")) {
      Optional<CollectionStartEvent> open = YamlReader.lastOpenBracket(source);
      if (open.isPresent()) {
        reportOpen(open.get(), source, findings);
        return;
      }
    }
    Row row = ROWS.stream().filter(each -> said.contains(each.key())).findFirst().orElseThrow();
    Optional<Mark> mark =
        switch (row.place()) {
          case BEGIN -> problem.getContextMark().or(problem::getProblemMark);
          case HERE -> problem.getProblemMark().or(problem::getContextMark);
        };
    findings.error(
        source.positionAt(mark.map(Mark::getIndex).orElse(0)), row.message(), row.hint());
  }

  private static void reportOpen(
      CollectionStartEvent open, SourceText source, DiagnosticCollector findings) {
    boolean isList = open instanceof SequenceStartEvent;
    findings.error(
        source.positionAt(open.getStartMark().map(Mark::getIndex).orElse(0)),
        isList ? "this `[` is not closed" : "this `{` is not closed",
        isList ? "add the `]`" : "add the `}`");
  }

  private YamlSyntaxErrors() {}
}
