package dev.pawl.workflow.yaml;

import static dev.pawl.workflow.yaml.YamlFixture.at;
import static dev.pawl.workflow.yaml.YamlFixture.scalar;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.diagnostics.Position;
import org.junit.jupiter.api.Test;

/// Each text contains one `$`, and the test states its position in the file.
class ScalarOriginTest {

  @Test
  void inAPlainText() {
    assertThat(dollar("run: echo $X")).isEqualTo(at(1, 11));
  }

  @Test
  void inAPlainTextOfTwoLines() {
    assertThat(dollar("run: echo\n     and   $X")).isEqualTo(at(2, 12));
  }

  @Test
  void inALiteralBlock() {
    assertThat(dollar("run: |\n    a\n\n      b $X\n")).isEqualTo(at(4, 9));
  }

  @Test
  void inABlockWithACommentInItsHeader() {
    assertThat(dollar("run: |- # $X\n  a $X")).isEqualTo(at(2, 5));
  }

  @Test
  void inAFoldedBlock() {
    assertThat(dollar("run: >\n  a\n  b\n\n  $X\n")).isEqualTo(at(5, 3));
  }

  @Test
  void inSingleQuotesWithAQuoteInThem() {
    assertThat(dollar("run: 'it''s $X'")).isEqualTo(at(1, 13));
  }

  @Test
  void inDoubleQuotesWithEscapes() {
    assertThat(dollar("run: \"a\\n\\x41\\u0020\\U0001F422\\\"\\\n  $X\"")).isEqualTo(at(2, 3));
  }

  @Test
  void asAnEscape() {
    assertThat(dollar("run: \"ab\\x24\"")).isEqualTo(at(1, 9));
  }

  @Test
  void afterAnAnchorAndATagAndAComment() {
    assertThat(dollar("run: &a !!str # $X\n  'b $X'")).isEqualTo(at(2, 6));
  }

  @Test
  void behindAnAlias() {
    assertThat(dollar("a: &a x $X\nrun: *a")).isEqualTo(at(1, 9));
  }

  @Test
  void beyondTheBasicPlane() {
    assertThat(dollar("run: 🐢🐢$X")).isEqualTo(at(1, 8));
  }

  @Test
  void inAFileWithCarriageReturns() {
    assertThat(dollar("run: |\r\n  a\r\n  b $X\r\n")).isEqualTo(at(3, 5));
  }

  private static Position dollar(String yaml) {
    YamlScalar run = scalar(yaml, "run");
    return run.positionAt(run.text().indexOf('$'));
  }
}
