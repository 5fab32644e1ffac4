package dev.pawl.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the TLA+ model of lease, retry and cancel: it holds in every state, and each deliberate
/// mistake violates the property that it should.
///
/// Each check is a process that uses one processor.
@Execution(ExecutionMode.CONCURRENT)
class LeaseModelTest {

  @TempDir Path scratch;

  /// The lower bound tells a complete search from one that ended at once.
  @ParameterizedTest
  @CsvSource({"Retry, 50000", "Requeue, 35000"})
  void theModelHoldsInAllItsStates(String model, int statesAtLeast) throws Exception {
    TlcResult violations = new Tlc(scratch).check("Lease", configuration(model));
    assertThat(violations.violated()).as(violations.output()).isEmpty();
    assertThat(violations.holds()).as(violations.output()).isTrue();
    assertThat(violations.distinctStates()).isGreaterThan(statesAtLeast);
  }

  /// A property about an action that is never taken holds for nothing.
  @Test
  void everyActionOfTheModelIsTaken() throws Exception {
    TlcResult violations = new Tlc(scratch).count("Lease", configuration("Short"));
    assertThat(violations.holds()).as(violations.output()).isTrue();
    assertThat(violations.distinctStates()).isGreaterThan(20_000);
    assertThat(violations.actionsNeverTaken()).isEmpty();
    assertThat(violations.actionsTaken())
        .hasSizeGreaterThan(20)
        .contains("Expire", "Fence", "WatchdogFence");
  }

  static List<ModelMistake> mistakes() {
    return ModelMistake.ALL;
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeBreaksWhatItShould(ModelMistake mistake) throws Exception {
    TlcResult violations =
        new Tlc(scratch).check("Lease", mistake.in(configuration(mistake.model())));
    assertThat(violations.holds()).isFalse();
    String expected =
        mistake.broken().equals("CancelledRunEnds") ? TlcResult.LIVENESS : mistake.broken();
    assertThat(violations.violated()).as(violations.output()).isEqualTo(expected);
  }

  @Test
  void everyMistakeOfTheModelIsMade() throws IOException {
    String module = Files.readString(Tlc.MODELS.resolve("Lease.tla"));
    List<String> named =
        Pattern.compile("Wrong [=#] \"([^\"]+)\"")
            .matcher(module)
            .results()
            .map(it -> it.group(1))
            .distinct()
            .toList();
    assertThat(ModelMistake.ALL.stream().map(ModelMistake::name).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(named);
  }

  /// All but the type invariant, which TLC needs to evaluate the others.
  @ParameterizedTest
  @CsvSource({"Retry", "Requeue", "Short"})
  void everythingThatIsCheckedCanBeBroken(String model) throws IOException {
    List<String> checked =
        configuration(model)
            .lines()
            .dropWhile(line -> !line.equals("INVARIANTS"))
            .filter(line -> line.startsWith("  "))
            .map(String::strip)
            .filter(name -> !name.equals("TypesHold"))
            .toList();
    assertThat(checked).hasSizeGreaterThan(9);
    assertThat(ModelMistake.ALL.stream().map(ModelMistake::broken).toList()).containsAll(checked);
  }

  private static String configuration(String model) throws IOException {
    return Files.readString(Tlc.MODELS.resolve(model + ".cfg"));
  }
}
