package dev.pawl.workflow.yaml;

import static dev.pawl.workflow.yaml.YamlFixture.diagnostics;
import static dev.pawl.workflow.yaml.YamlFixture.errors;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlErrorTest {

  @Test
  void anEmptyFileIsAnError() {
    assertThat(errors("")).containsExactly("1:1 the file is empty");
    assertThat(errors("\n  \n# nothing\n")).containsExactly("1:1 the file is empty");
    assertThat(errors("---\n")).containsExactly("1:1 the file is empty");
    assertThat(errors("\uFEFF")).containsExactly("1:1 the file is empty");
  }

  @Test
  void aDuplicateKeyIsReportedWithBothPositions() {
    var diagnostic = diagnostics("a: 1\nb: 2\n'a': 3\n".getBytes(UTF_8)).getFirst();
    assertThat(diagnostic.toString()).isEqualTo("ci.yml:3:1: error: the key `a` is a duplicate");
    assertThat(diagnostic.hint()).isEqualTo("first used at ci.yml:1:1");
  }

  @Test
  void keysDifferByMoreThanTheirCase() {
    var diagnostic = diagnostics("os: 1\nOS: 2\n".getBytes(UTF_8)).getFirst();
    assertThat(diagnostic.toString()).isEqualTo("ci.yml:2:1: error: the key `OS` is a duplicate");
    assertThat(diagnostic.hint()).isEqualTo("first used at ci.yml:1:1; case is ignored");
  }

  @Test
  void aSecondDocumentIsRejected() {
    assertThat(errors("a: 1\n---\nb: 2\n")).containsExactly("2:1 a second document begins here");
  }

  @Test
  void aKeyMustBeText() {
    assertThat(errors("? [a]\n: b")).containsExactly("1:3 a key must be a string, found a list");
    assertThat(errors("a: 1\n: b")).containsExactly("2:1 a key is missing here");
    assertThat(errors("a: &x {}\nb: { <<: *x }"))
        .containsExactly("2:6 the merge key `<<` is not part of YAML 1.2");
  }

  @Test
  void anAliasNeedsAnAnchorAboveIt() {
    var diagnostic = diagnostics("a: &steps 1\nb: *step\n".getBytes(UTF_8)).getFirst();
    assertThat(diagnostic.message()).isEqualTo("the alias `*step` has no anchor above it");
    assertThat(diagnostic.hint()).isEqualTo("did you mean `steps`?");
  }

  @Test
  void anAliasCannotContainItself() {
    assertThat(errors("a: &x\n  b: *x\n"))
        .containsExactly("2:6 the alias `*x` refers to a node that contains it");
  }

  @Test
  void bytesThatAreNotUtf8AreReportedWithTheirPosition() {
    byte[] bytes = "a: 1\né: xx".getBytes(UTF_8);
    bytes[bytes.length - 1] = (byte) 0xFF;
    assertThat(errors(bytes)).containsExactly("2:5 the file is not valid UTF-8 here");
    assertThat(errors(new byte[] {'a', (byte) 0xC3}))
        .containsExactly("1:2 the file is not valid UTF-8 here");
    assertThat(diagnostics("a: 1".getBytes(UTF_16)).getFirst().hint())
        .contains("looks like UTF-16");
  }

  @Test
  void controlCharactersAreRejected() {
    assertThat(errors("a: 1\nb: \0"))
        .containsExactly("2:4 the character U+0000 is not allowed in YAML");
    assertThat(errors("a: \u001b[2J"))
        .containsExactly("1:4 the character U+001B is not allowed in YAML");
    assertThat(errors("a: b\u007f"))
        .containsExactly("1:5 the character U+007F is not allowed in YAML");
  }

  @Test
  void escapesCannotSmuggleThemIn() {
    String message =
        "1:4 the escapes in this text produce a character that cannot be passed to a program";
    assertThat(errors("a: \"\\0\"")).containsExactly(message);
    assertThat(errors("a: \"\\ud800\"")).containsExactly(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '~',
      value = {
        "a:⏎→- x                => 2:1 a tab cannot be used for indentation",
        "→a: x                  => 1:1 a tab cannot be used for indentation",
        "a: b: c                => 1:5 a `:` is not expected here",
        "a: 1⏎  b: 2            => 2:4 a `:` is not expected here",
        "a: [1, 2               => 1:4 this `[` is not closed",
        "a: {b: 1               => 1:4 this `{` is not closed",
        "a: [                   => 1:4 this `[` is not closed",
        "a: [1, {b: [2],        => 1:8 this `{` is not closed",
        "a:⏎- [1,⏎- 2           => 3:1 a list item is not expected here",
        "a: [1⏎b: 2             => 2:2 expected `,` or `]` here",
        "a: {b: 1⏎c: 2          => 2:2 expected `,` or `}` here",
        "a: 'x                  => 1:4 this quotation mark is not closed",
        "a: \"x⏎---⏎y\"         => 1:4 this quotation mark is not closed",
        "a: \"\\q\"             => 1:6 this escape is not known",
        "a: \"\\x4\"            => 1:7 this escape is not complete",
        "a: @x                  => 1:4 a value cannot begin with this character",
        "a: - b                 => 1:4 a list item is not expected here",
        "- - a⏎ - b             => 2:2 a list item is not expected here",
        "- a⏎b: 1               => 2:1 a key is not expected here",
        "a:⏎  - b⏎ c: d         => 3:2 a key is not expected here",
        "a: ? b                 => 1:4 a key is not expected here",
        "a: 'b' c               => 1:8 text is not expected here",
        "a: ]                   => 1:4 a value is missing here",
        "· a: 1⏎b: 2            => 2:1 this does not belong to the lines above",
        "a: &                   => 1:5 the name of the anchor is missing or not valid",
        "a: *                   => 1:5 the name of the alias is missing or not valid",
        "a: |x⏎ b               => 1:5 only `+`, `-` or a digit may follow `|` or `>`",
        "a: |0⏎ b               => 1:5 the indentation after `|` or `>` is from 1 to 9",
        "a: |⏎····⏎  x          => 3:3 this line is indented less than the empty one above",
        "a: !x!y z              => 1:4 this tag is not valid",
        "%YAML x⏎---            => 1:7 this directive is not valid",
        "%YAML 2.0⏎---⏎a        => 1:1 the file is not YAML 1.2",
      })
  void invalidYamlIsReportedInPlainWords(String written, String error) {
    String yaml = written.strip().replace('⏎', '\n').replace('→', '\t').replace('·', ' ');
    assertThat(errors(yaml)).containsExactly(error.strip());
  }
}
