package dev.pawl.workflow.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {

  private final DiagnosticCollector findings = new DiagnosticCollector();

  @Test
  void anErrorIsRenderedAsACompilerDoesIt() {
    findings.error(at(2, 3), "unknown key `step`", "did you mean `steps`?");
    assertThat(rendered("jobs:\n  step: 1\n"))
        .isEqualTo(
            """
            ci.yml:2:3: error: unknown key `step`
                step: 1
                ^
              hint: did you mean `steps`?
            """);
  }

  @Test
  void aDiagnosticWithoutAHintHasNoHintLine() {
    findings.error(at(1, 6), "no");
    assertThat(rendered("on: push")).isEqualTo("ci.yml:1:6: error: no\n  on: push\n       ^\n");
  }

  @Test
  void findingsAreInTheOrderOfTheFile() {
    findings.error(at(2, 1), "second");
    findings.warning(at(1, 1), "first", "");
    Diagnostics diagnostics = findings.diagnosticsOf(SourceText.of("ci.yml", "a\nb\n"));
    assertThat(diagnostics.all())
        .extracting(Diagnostic::message)
        .containsExactly("first", "second");
    assertThat(diagnostics.errors()).extracting(Diagnostic::message).containsExactly("second");
    assertThat(diagnostics.warnings()).extracting(Diagnostic::message).containsExactly("first");
  }

  @Test
  void aDuplicateDiagnosticIsKeptOnce() {
    findings.error(at(1, 1), "no");
    findings.error(at(1, 1), "no");
    assertThat(findings.diagnosticsOf(SourceText.of("ci.yml", "a")).all()).hasSize(1);
  }

  @Test
  void fiftyErrorsAreShownAndTheRestIsCounted() {
    for (int column = 1; column <= 60; column++) {
      findings.error(at(1, column), "no");
    }
    Diagnostics diagnostics = findings.diagnosticsOf(SourceText.of("ci.yml", "a"));
    assertThat(diagnostics.all()).hasSize(50);
    assertThat(diagnostics.render()).endsWith("ci.yml: 10 more not shown\n");
  }

  @Test
  void aThousandErrorsAreCountedAtMost() {
    for (int column = 1; column <= 1_100; column++) {
      findings.error(at(1, column), "no");
    }
    assertThat(findings.isFullOfErrors()).isTrue();
    assertThat(rendered("a"))
        .endsWith("ci.yml: 950 more not shown; the rest of the file is not checked\n");
  }

  @Test
  void warningsDoNotCrowdOutErrors() {
    for (int column = 1; column <= 60; column++) {
      findings.warning(at(1, column), "hm", "");
    }
    findings.error(at(1, 99), "no");
    assertThat(findings.diagnosticsOf(SourceText.of("ci.yml", "a")).errors()).hasSize(1);
  }

  @Test
  void aFileCannotWriteToTheTerminal() {
    findings.error(at(1, 1), "unknown key \u001b[2J", "not\nthis");
    assertThat(rendered("a\u001b[31m\u202eb")).doesNotContain("\u001b").doesNotContain("\u202e");
    assertThat(rendered("a")).contains("hint: not\uFFFDthis");
  }

  @Test
  void aLongLineIsShownAroundTheCaret() {
    findings.error(at(1, 5001), "no");
    List<String> lines = rendered("x".repeat(5000) + "!" + "y".repeat(5000)).lines().toList();
    assertThat(lines.get(1).length()).isLessThan(120);
    assertThat(lines.get(1).charAt(lines.get(2).indexOf('^'))).isEqualTo('!');
  }

  @Test
  void theCaretStandsBelowItsCharacterAfterATab() {
    findings.error(at(1, 3), "no");
    List<String> lines = rendered("\t\tx").lines().toList();
    assertThat(lines.get(1).charAt(lines.get(2).indexOf('^'))).isEqualTo('x');
  }

  @Test
  void anEmptyFileHasNoLineToShow() {
    findings.error(at(1, 1), "the file is empty");
    assertThat(rendered("")).isEqualTo("ci.yml:1:1: error: the file is empty\n");
  }

  private String rendered(String text) {
    return findings.diagnosticsOf(SourceText.of("ci.yml", text)).render();
  }

  private static Position at(int line, int column) {
    return new Position("ci.yml", line, column);
  }
}
