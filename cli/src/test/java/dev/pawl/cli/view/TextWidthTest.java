package dev.pawl.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Text by the columns that it takes.
class TextWidthTest {

  @Test
  void wideCharactersCountDoubleAndCombiningOnesNothing() {
    assertThat(TextWidth.of("日本")).isEqualTo(4);
    assertThat(TextWidth.of("🚀")).isEqualTo(2);
    assertThat(TextWidth.of("e\u0301")).isEqualTo(1);
    assertThat(TextWidth.of("\u001b[31mred\u001b[0m")).isEqualTo(3);
  }

  @Test
  void aLineIsCutAndItsColourReset() {
    assertThat(TextWidth.cut("\u001b[31mabcdef\u001b[0m", 3)).isEqualTo("\u001b[31mab…\u001b[0m");
    assertThat(TextWidth.cut("abc", 3)).isEqualTo("abc");
  }

  @Test
  void aWideCharacterIsNotCutInHalf() {
    assertThat(TextWidth.cut("日本語", 4)).isEqualTo("日…");
    assertThat(TextWidth.fit("日本語", 4)).isEqualTo("日… ");
    assertThat(TextWidth.cut("日本語", 5)).isEqualTo("日本…");
  }
}
