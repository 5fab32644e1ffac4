package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.JobReport.StepStateChanged;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.protocol.ServerMessage.LogAck;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The progress of a job in its heartbeats.
class JobProgressTest extends SessionStory {

  private final JobProgress advance = new JobProgress(List.of("Build", "Test"));

  private static StepStateChanged moved(int index, String name, String state) {
    return new StepStateChanged(
        index, name, "step", state, null, null, "nobody", 1, Map.of(), "", null, 0);
  }

  @Test
  void nothingIsKnownBeforeAStepHasBegun() {
    assertThat(advance.progress()).isNull();
    assertThat(advance.logBytes()).isZero();
  }

  @Test
  void stepsThatAreOverCountWhateverBecameOfThem() {
    advance.stepChanged(moved(0, "", "running"));
    assertThat(advance.progress()).isEqualTo(new Progress(0, 0, "Build"));
    advance.stepChanged(moved(0, "", "failed"));
    assertThat(advance.progress()).isEqualTo(new Progress(0, 50, "Build"));
    advance.stepChanged(moved(1, "Test on 17", "skipped"));
    assertThat(advance.progress()).isEqualTo(new Progress(1, 100, "Test on 17"));
  }

  @Test
  void hooksDoNotCount() {
    advance.stepChanged(moved(0, "", "success"));
    advance.stepChanged(moved(2, "cleanup", "running"));
    assertThat(advance.progress()).isEqualTo(new Progress(2, 50, "cleanup"));
  }

  @Test
  void ofALogWhatIsDurableCounts() {
    advance.stepChanged(moved(0, "", "running"));
    advance.logged(0, 10);
    advance.logged(0, 8);
    advance.stepChanged(moved(2, "cleanup", "running"));
    advance.logged(2, 5);
    assertThat(advance.logBytes()).isEqualTo(15);
  }

  @Test
  void acknowledgementsOfUnknownStepsAreIgnored() {
    advance.stepChanged(moved(0, "", "running"));
    advance.logged(1, 10);
    advance.logged(-1, 10);
    assertThat(advance.logBytes()).isZero();
    assertThat(advance.size().size()).isLessThanOrEqualTo(advance.size().most());
  }

  @Test
  void aHeartbeatSaysIt() {
    runs(LEASE);
    reports(step(0, "running"));
    says(new LogAck(LEASE, 0, 7));
    passesSeconds(20);
    JobHeartbeat beat = all(JobHeartbeat.class).getLast();
    assertThat(beat.progress()).isEqualTo(new Progress(0, 100, "a step"));
    assertThat(beat.logBytes()).isEqualTo(7);
  }
}
