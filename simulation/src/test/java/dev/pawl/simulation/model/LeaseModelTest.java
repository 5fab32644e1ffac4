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

/// The model of lease, retry and cancel holds in every state; each mistake it can be told to make
/// breaks what it should.
///
/// Each of them is a process of its own that one processor searches.
@Execution(ExecutionMode.CONCURRENT)
class LeaseModelTest {

  @TempDir Path scratch;

  /// The bound from below is what tells a search of everything from one that ended at the start.
  @ParameterizedTest
  @CsvSource({"Retry, 25000", "Requeue, 20000"})
  void theModelHoldsInAllItsStates(String model, int statesAtLeast) throws Exception {
    TlcResult verdict = new Tlc(scratch).check("Lease", configuration(model));
    assertThat(verdict.violated()).as(verdict.output()).isEmpty();
    assertThat(verdict.holds()).as(verdict.output()).isTrue();
    assertThat(verdict.distinctStates()).isGreaterThan(statesAtLeast);
  }

  /// An action that is never taken makes whatever is checked of it hold.
  @Test
  void everyActionOfTheModelIsTaken() throws Exception {
    TlcResult verdict = new Tlc(scratch).count("Lease", configuration("Short"));
    assertThat(verdict.holds()).as(verdict.output()).isTrue();
    assertThat(verdict.distinctStates()).isGreaterThan(10_000);
    assertThat(verdict.actionsNeverTaken()).isEmpty();
    assertThat(verdict.actionsTaken()).hasSizeGreaterThan(20).contains("Expire", "Fence");
  }

  static List<ModelMistake> mistakes() {
    return ModelMistake.ALL;
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeBreaksWhatItShould(ModelMistake mistake) throws Exception {
    TlcResult verdict = new Tlc(scratch).check("Lease", mistake.in(configuration(mistake.model())));
    assertThat(verdict.holds()).isFalse();
    String expected =
        mistake.broken().equals("CancelledRunEnds") ? TlcResult.LIVENESS : mistake.broken();
    assertThat(verdict.violated()).as(verdict.output()).isEqualTo(expected);
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

  /// All but the types, which the checker needs to be able to read the rest.
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
