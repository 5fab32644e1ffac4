package dev.pawl.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Whether colours are printed.
class PaletteTest {

  @Test
  void aTerminalHasColoursUnlessItIsDumbOrOfACiSystem() {
    assertThat(isColoured(true, Map.of("TERM", "xterm"))).isTrue();
    assertThat(isColoured(false, Map.of("TERM", "xterm"))).isFalse();
    assertThat(isColoured(true, Map.of("TERM", "dumb"))).isFalse();
    assertThat(isColoured(true, Map.of("CI", "true"))).isFalse();
    assertThat(isColoured(true, Map.of("CI", "false"))).isTrue();
  }

  @Test
  void coloursCanBeForcedAndForbidden() {
    assertThat(isColoured(false, Map.of("FORCE_COLOR", "1", "CI", "true"))).isTrue();
    assertThat(isColoured(false, Map.of("CLICOLOR_FORCE", "1"))).isTrue();
    assertThat(isColoured(true, Map.of("NO_COLOR", "1", "FORCE_COLOR", "1"))).isFalse();
  }

  private static boolean isColoured(boolean isTerminal, Map<String, String> environment) {
    return Palette.of(isTerminal, environment).isColoured();
  }
}
