package dev.pawl.cli.command;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static dev.pawl.cli.process.InProcessCommand.pawlWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EvalCommandTest {

  @TempDir Path directory;

  private String context(String json) throws IOException {
    return Files.writeString(directory.resolve("context.json"), json).toString();
  }

  @Test
  void printsKindAndValue() throws IOException {
    String file = context("{\"github\": {\"ref\": \"refs/heads/main\", \"list\": [1, 2.5]}}");

    assertThat(evaluated("github.ref", file)).isEqualTo("String: \"refs/heads/main\"\n");
    assertThat(evaluated("github.list.*", file)).isEqualTo("Array: [1,2.5]\n");
    assertThat(evaluated("github.nothing", file)).isEqualTo("Null: null\n");
    assertThat(evaluated("1 == '1'", file)).isEqualTo("Boolean: true\n");
    assertThat(pawl("eval", "--", "-Infinity").exits(0).out()).isEqualTo("Number: -Infinity\n");
  }

  @Test
  void statusFunctionsAssumeSuccess() {
    pawl("eval", "success() && always() && !failure() && !cancelled()")
        .exits(0)
        .says("Boolean: true");
  }

  @Test
  void hashFilesReadsTheProject() throws IOException {
    Files.writeString(directory.resolve("pom.xml"), "<project/>");
    String at = directory.toString();

    pawl("eval", "hashFiles('**/pom.xml') != ''", "-C", at).exits(0).says("Boolean: true");
    pawl("eval", "hashFiles('none') == ''", "-C", at).exits(0).says("Boolean: true");
    pawl("eval", "hashFiles('none') == ''", "-C", at + "/none")
        .exits(2)
        .complains("does not exist");
  }

  @Test
  void anErrorHasItsPosition() {
    CommandResult ended = pawl("eval", "1 < 2 &&\n  github.ref").exits(2);

    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("expression:2:3: error: Unrecognized named-value: 'github'. ")
        .endsWith("\n    github.ref\n    ^\n");
    pawl("eval", "'\uD83D\uDE00' == )").exits(2).complains("\n  '\uD83D\uDE00' == )\n         ^\n");
    pawl("eval", "!fromJSON('[')").exits(2).complains("\n  !fromJSON('[')\n   ^\n");
  }

  @Test
  void aContextFileThatCannotBeUsed() throws IOException {
    pawl("eval", "1", "--context", directory.toString())
        .exits(2)
        .complains("it is a directory; name a file");
    pawl("eval", "1", "--context", context("x"))
        .exits(2)
        .complains("it is not JSON: a value is expected at character 1");
  }

  @Test
  void asJson() {
    assertThat(pawl("eval", "--json", "'a'").exits(0).out())
        .isEqualTo("{\"kind\":\"String\",\"value\":\"a\"}\n");
    assertThat(pawl("eval", "--json", "'a").exits(2).out())
        .isEqualTo(
            "{\"error\":\"Unexpected symbol: ''a'. Located at position 1 within expression: 'a\","
                + "\"errorKind\":\"lexing\",\"offset\":0}\n");
  }

  @Test
  void aBatchIsAnsweredLineByLine() {
    List<JsonNode> answers =
        batch(
            """
            {"expr": "a.b", "contexts": {"a": {"b": [1, {"c": null}]}}}
            {"expr": "case(1, 2, 3)", "contexts": {}}
            {"expr": "'two\\nlines \\u2028 \\ud83d'"}
            {"expr": "-0", "contexts": null}
            {"expr": "NaN"}
            {"expr": ""}
            """);

    assertThat(answers)
        .extracting(JsonNode::toString)
        .containsExactly(
            "{\"kind\":\"Array\",\"value\":[1,{\"c\":null}]}",
            "{\"error\":\"case predicate must evaluate to a boolean value\","
                + "\"errorKind\":\"evaluation\",\"offset\":0}",
            answers.get(2).toString(),
            "{\"kind\":\"Number\",\"value\":0}",
            "{\"kind\":\"Number\",\"value\":\"NaN\"}",
            "{\"kind\":\"Null\",\"value\":null}");
    assertThat(answers.get(2).get("value").asString()).isEqualTo("two\nlines \u2028 \uD83D");
  }

  @Test
  void linesWithoutContextsHaveThoseOfTheFile() throws IOException {
    String file = context("{\"a\": 1}");
    String lines = "{\"expr\": \"a\"}\n{\"expr\": \"a\", \"contexts\": {\"a\": 2}}\n";

    assertThat(pawlWith(lines, "eval", "--batch", "--context", file).exits(0).out())
        .isEqualTo("{\"kind\":\"Number\",\"value\":1}\n{\"kind\":\"Number\",\"value\":2}\n");
  }

  @Test
  void anInvalidLineDoesNotEndTheBatch() {
    List<JsonNode> answers =
        batch(
            """
            nonsense

            []
            {"contexts": {}}
            {"expr": 1}
            {"expr": "1", "contexts": []}
            %s
            {"expr": "1"}\
            """
                .formatted("[".repeat(100_000)));

    assertThat(answers).hasSize(8);
    assertThat(answers.subList(0, 7)).allMatch(answer -> answer.get("error").isString());
    assertThat(answers.getLast().get("value").asInt()).isEqualTo(1);
  }

  @Test
  void aVeryLongLineIsRejected() {
    List<JsonNode> answers =
        batch("{\"expr\": \"" + " ".repeat(17 << 20) + "1\"}\n{\"expr\": \"2\"}\n");

    assertThat(answers.getFirst().get("error").asString()).isEqualTo("the line is too long");
    assertThat(answers.getLast().get("value").asInt()).isEqualTo(2);
  }

  @Test
  void wrongArguments() throws IOException {
    pawl("eval").exits(2).complains("EXPR is missing");
    pawl("eval", "--batch", "1").exits(2).complains("exclude each other");
    pawl("eval", "1", "--context", directory.resolve("none").toString())
        .exits(2)
        .complains("no such file");
    pawl("eval", "1", "--context", context("[]")).exits(2).complains("not a JSON object");
    pawl("eval", "1", "--context", context("{")).exits(2).complains("at character 2");
  }

  private static String evaluated(String expression, String contextFile) {
    return pawl("eval", expression, "--context", contextFile).exits(0).out();
  }

  private static List<JsonNode> batch(String input) {
    return pawlWith(input, "eval", "--batch")
        .exits(0)
        .out()
        .lines()
        .map(line -> JsonMapper.shared().readTree(line))
        .toList();
  }
}
