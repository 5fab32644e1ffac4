package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.Report.StepMoved;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.Progress;
import dev.pawl.protocol.FromServer.LogAck;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How far a job is, as its heartbeats tell.
class AdvanceTest extends SessionStory {

  private final Advance advance = new Advance(List.of("Build", "Test"));

  private static StepMoved moved(int index, String name, String state) {
    return new StepMoved(
        index, name, "step", state, null, null, "nobody", 1, Map.of(), "", null, 0);
  }

  @Test
  void nothingIsKnownBeforeAStepHasBegun() {
    assertThat(advance.progress()).isNull();
    assertThat(advance.logBytes()).isZero();
  }

  @Test
  void stepsThatAreOverCountWhateverBecameOfThem() {
    advance.moved(moved(0, "", "running"));
    assertThat(advance.progress()).isEqualTo(new Progress(0, 0, "Build"));
    advance.moved(moved(0, "", "failed"));
    assertThat(advance.progress()).isEqualTo(new Progress(0, 50, "Build"));
    advance.moved(moved(1, "Test on 17", "skipped"));
    assertThat(advance.progress()).isEqualTo(new Progress(1, 100, "Test on 17"));
  }

  @Test
  void hooksDoNotCount() {
    advance.moved(moved(0, "", "success"));
    advance.moved(moved(2, "cleanup", "running"));
    assertThat(advance.progress()).isEqualTo(new Progress(2, 50, "cleanup"));
  }

  @Test
  void ofALogWhatIsDurableCounts() {
    advance.moved(moved(0, "", "running"));
    advance.logged(0, 10);
    advance.logged(0, 8);
    advance.moved(moved(2, "cleanup", "running"));
    advance.logged(2, 5);
    assertThat(advance.logBytes()).isEqualTo(15);
  }

  @Test
  void aServerThatSpeaksOfStepsThatNeverBeganFillsNothing() {
    advance.moved(moved(0, "", "running"));
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
