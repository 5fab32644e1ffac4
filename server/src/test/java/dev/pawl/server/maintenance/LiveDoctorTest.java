package dev.pawl.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.api.ApiServer;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The doctor of a live server takes a bounded time and asks the orchestrator.
@Timeout(60)
class LiveDoctorTest {

  @TempDir Path directory;

  private ApiServer server() {
    var server = new ApiServer(directory, Deadlines.DEFAULT.heartbeat());
    server
        .store()
        .orchestrators()
        .register(new Orchestrator(DrivenRun.OWNER, 1), server.store().now());
    SampleCommits.register(server.store(), SampleCommits.AGENT, 10, "linux");
    return server;
  }

  @Test
  void whatIsLeftIsCheckedByTheNextRequest() {
    try (var server = server()) {
      for (String id : new String[] {"r1", "r2", "r3"}) {
        new DrivenRun(server.store(), id).planned(SamplePlans.sideBySide(1)).running().failed();
      }
      var doctor =
          new LiveDoctor(
              server.store(),
              server.orchestrator(),
              new Engine(Deadlines.DEFAULT),
              new IdGenerator(InstantSource.system()),
              Duration.ZERO);
      HealthReport first = doctor.check(true, "");
      assertThat(first.last()).contains("r1");
      assertThat(first.checkedCount()).isEqualTo(1);
      assertThat(doctor.check(true, "r1").last()).contains("r2");
      HealthReport end = doctor.check(true, "r3");
      assertThat(end.last()).isEmpty();
      assertThat(end.checkedCount()).as("groups and agents").isPositive();
    }
  }

  @Test
  void deadlinesAreTheOrchestratorsToActOn() {
    try (var server = server()) {
      new DrivenRun(server.store(), "r1").planned(SamplePlans.sideBySide(1)).running().failed();
      var decisions = new LiveDecisions(server.orchestrator());
      assertThat(decisions.tick(new RunId("r1"), Actor.person("ops")))
          .isInstanceOf(Decision.Late.class);
      assertThat(decisions.tick(new RunId("none"), Actor.person("ops")))
          .isInstanceOf(Decision.Refused.class);
    }
  }
}
