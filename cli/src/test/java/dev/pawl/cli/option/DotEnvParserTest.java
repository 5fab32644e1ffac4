package dev.pawl.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class DotEnvParserTest {

  @Test
  void lines() {
    String text =
        """
        # who
        NAME=ops
        export TOKEN = abc=d#e

        QUOTED="two words\\n\\"x\\""
        SINGLE='a\\nb'
        EMPTY=
        ODD="
        NAME=reviewer
        """;

    assertThat(DotEnvParser.parse(text))
        .containsExactly(
            entry("NAME", "reviewer"),
            entry("TOKEN", "abc=d#e"),
            entry("QUOTED", "two words\n\"x\""),
            entry("SINGLE", "a\\nb"),
            entry("EMPTY", ""),
            entry("ODD", "\""));
  }

  @Test
  void anInvalidLineIsReportedByNumber() {
    assertThatThrownBy(() -> DotEnvParser.parse("A=1\ns3cret\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 2 is not NAME=value");
  }
}
