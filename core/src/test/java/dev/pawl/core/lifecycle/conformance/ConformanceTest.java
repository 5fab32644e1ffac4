package dev.pawl.core.lifecycle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.Lifecycles;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformanceTest {

  private final ConformanceSuite conformance = ConformanceSuite.toTheSpec();
  private final List<MachineTable> machines =
      Lifecycles.all().stream().map(MachineTable::of).toList();

  @Test
  void tablesEqualTheSpecificationRowByRow() {
    assertThat(conformance.ofTables(machines)).isEmpty();
  }

  @Test
  void everyPairOfStateAndEventIsAnsweredAsSpecified() {
    assertThat(conformance.ofAnswers(machines)).isEmpty();
  }

  @Test
  void everyMoveIsWhatThePublishedMachinesAllow() {
    assertThat(conformance.ofRefinement(machines)).isEmpty();
  }

  @Test
  void everyPublishedTransitionIsReached() {
    assertThat(CoverageCheck.findings(conformance.spec(), conformance.maps())).isEmpty();
  }

  @Test
  void theSpecificationIsAllThere() {
    assertThat(conformance.spec().ours())
        .extracting(table -> table.moves().size())
        .doesNotContain(0);
    assertThat(conformance.spec().published()).hasSize(7);
    assertThat(conformance.spec().declared()).hasSize(9).hasSameSizeAs(conformance.maps());
  }
}
