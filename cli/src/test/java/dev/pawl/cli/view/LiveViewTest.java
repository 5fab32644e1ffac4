package dev.pawl.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveViewTest {

  @Test
  void aLineIsCutToTheTerminalsWidth() {
    assertThat(LiveView.fitted("\u001b[31mabcdef\u001b[0m", 3)).isEqualTo("\u001b[31mabc\u001b[0m");
  }

  @Test
  void anUnterminatedEscapeIsPlainText() {
    assertThat(LiveView.fitted("ab\u001b[2J", 10)).isEqualTo("ab\u001b[2J");
  }
}
