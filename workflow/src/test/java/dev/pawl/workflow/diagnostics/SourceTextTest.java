package dev.pawl.workflow.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceTextTest {

  @Test
  void anEmptyFileHasOneEmptyLine() {
    SourceText source = SourceText.of("ci.yml", "");
    assertThat(source.lineCount()).isEqualTo(1);
    assertThat(source.line(1)).isEmpty();
    assertThat(source.positionAt(0)).isEqualTo(new Position("ci.yml", 1, 1));
  }

  @Test
  void everyKindOfLineEndEndsALineOnce() {
    SourceText source = SourceText.of("ci.yml", "a\nb\r\nc\rd");
    assertThat(source.lineCount()).isEqualTo(4);
    assertThat(source.line(2)).isEqualTo("b");
    assertThat(source.line(3)).isEqualTo("c");
    assertThat(source.positionAt(7)).isEqualTo(new Position("ci.yml", 4, 1));
  }

  @Test
  void aCharacterOutsideOfTheBasicPlaneIsOneColumn() {
    SourceText source = SourceText.of("ci.yml", "🐢x");
    assertThat(source.positionAt(1)).isEqualTo(new Position("ci.yml", 1, 2));
    assertThat(source.line(1)).isEqualTo("🐢x");
  }

  @Test
  void theEndOfTheFileHasAPosition() {
    assertThat(SourceText.of("ci.yml", "ab\n").positionAt(3))
        .isEqualTo(new Position("ci.yml", 2, 1));
  }
}
