package dev.pawl.core.classify;

import static dev.pawl.core.lifecycle.ReasonCode.COMPILE;
import static dev.pawl.core.lifecycle.ReasonCode.FETCH;
import static dev.pawl.core.lifecycle.ReasonCode.INFRA;
import static dev.pawl.core.lifecycle.ReasonCode.LINT;
import static dev.pawl.core.lifecycle.ReasonCode.OOM;
import static dev.pawl.core.lifecycle.ReasonCode.TEST;
import static dev.pawl.core.lifecycle.ReasonCode.USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StarterRulesTest {

  private static final String MEMORY = "java.lang.OutOfMemoryError: Java heap space";
  private static final String DISK = "write error: No space left on device";
  private static final String NETWORK = "Could not resolve host: files.example";
  private static final String BROKEN = "Cart.java:3: error: ';' expected";
  private static final String RED = "Tests run: 2, Failures: 1, Errors: 0";
  private static final String UGLY = "You have 2 Checkstyle violations.";

  static List<FailureExample> examples() {
    return FailureExamples.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExampleHasItsClass(FailureExample example) {
    Classification classification = FailureRules.starter().classify(example.failure());
    assertThat(classification.code()).isEqualTo(example.code());
    assertThat(classification.rule()).isEqualTo(example.rule());
  }

  @Test
  void everyRuleHasAnExample() {
    assertThat(FailureRules.starter().ordered())
        .extracting(FailureRule::name)
        .doesNotHaveDuplicates()
        .isSubsetOf(FailureExamples.all().stream().map(FailureExample::rule).toList());
  }

  /// The cause is last in the log, so that the order of the rules decides.
  @Test
  void troubleComesBeforeCompileBeforeTestBeforeLint() {
    List<String> worstLast = List.of(UGLY, RED, BROKEN, NETWORK, DISK, MEMORY);
    List<ReasonCode> classes = List.of(LINT, TEST, COMPILE, FETCH, INFRA, OOM);
    for (int i = 0; i < classes.size(); i++) {
      var failure = Failure.exited(1, worstLast.subList(0, i + 1));
      assertThat(FailureRules.starter().classify(failure).code()).isEqualTo(classes.get(i));
    }
  }

  @Test
  void theEvidenceIsTheFirstLineThatFits() {
    var failure = Failure.exited(1, List.of("compiling", BROKEN, "B.java:1: error: no", "1 error"));
    assertThat(FailureRules.starter().classify(failure))
        .isEqualTo(new Classification(COMPILE, "javac", BROKEN));
  }

  @Test
  void aKillOfOursIsNotTheKernels() {
    var ours = new Failure(null, "SIGKILL", Ender.KILLED, List.of());
    var kernels = new Failure(null, "SIGKILL", Ender.PROCESS, List.of());
    assertThat(FailureRules.starter().classify(ours).code()).isEqualTo(USER);
    assertThat(FailureRules.starter().classify(kernels).code()).isEqualTo(OOM);
  }
}
