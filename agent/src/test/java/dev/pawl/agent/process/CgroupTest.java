package dev.pawl.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes cannot leave their control group.
@Timeout(180)
class CgroupTest {

  private final String token = "test-" + UUID.randomUUID();
  @TempDir private Path directory;
  private Cgroup agents;

  @BeforeEach
  void aGroup() {
    MachineCapabilities.controlGroups();
    agents = Cgroups.open(token).orElseThrow();
  }

  @AfterEach
  void noGroup() {
    Cgroups.of(token).forEach(Cgroup::killAndRemove);
    assertThat(Cgroups.of(token)).isEmpty();
  }

  private ChildProcess start(Cgroup group, String script) throws Exception {
    var enclosure = new LaunchWrapper(Optional.of(group), Optional.empty());
    var started = new FileOutputLauncher(ProcessLauncher.best(), directory);
    return ProcessLauncher.best()
        .start(enclosure.wrap(started.launch(List.of("sh", "-c", script), Map.of())));
  }

  @Test
  void aProcessIsInItBeforeAnythingElse() throws Exception {
    Cgroup job = agents.create("job-1");
    LaunchSpec launch =
        new FileOutputLauncher(ProcessLauncher.best(), directory)
            .launch(List.of("cat", "/proc/self/cgroup"), Map.of());
    var enclosure = new LaunchWrapper(Optional.of(job), Optional.empty());
    var outcome =
        new FileOutputLauncher(ProcessLauncher.best(), directory).run(enclosure.wrap(launch));
    assertThat(outcome.exit()).isEqualTo(new ProcessExit.Returned(0));
    assertThat(outcome.output()).contains("pawl-" + token + "/job-1\n");
  }

  @Test
  void whoLeavesItsSessionAndEmptiesItsEnvironmentIsKilled() throws Exception {
    Cgroup job = agents.create("job-1");
    assertThat(job.isEmpty()).isTrue();
    ChildProcess shell = start(job, "setsid env -i sleep 300 & exit 0");
    assertThat(shell.exit().get(20, TimeUnit.SECONDS).code()).isZero();
    assertThat(job.isEmpty()).isFalse();
    assertThat(job.killAndRemove()).isTrue();
    assertThat(job.directory()).doesNotExist();
  }

  @Test
  void thoseWithinItEndWithIt() throws Exception {
    Cgroup inner = agents.create("job-1").create("pawl-inner").create("job-1");
    ChildProcess sleeper = start(inner, "exec sleep 300");
    while (inner.isEmpty()) {
      assertThat(sleeper.isAlive()).isTrue(); // it is on its way
      Thread.onSpinWait();
    }
    assertThat(agents.killAndRemove()).isTrue();
    assertThat(sleeper.exit().get(20, TimeUnit.SECONDS)).isEqualTo(new ProcessExit.Signalled(9));
    assertThat(agents.directory()).doesNotExist();
  }

  @Test
  void aForkBombIsKilled() throws Exception {
    Cgroup job = agents.create("job-1");
    // Bounded, so that nothing is lost should it fail: a hundred chains, each of one that forks the
    // next and ends.
    String chain = "c() { [ $1 -gt 0 ] && c $(($1 - 1)) & }; ";
    ChildProcess bomb = start(job, chain + "for i in 1 2 3 4 5; do c 200; done; sleep 300");
    while (job.isEmpty()) {
      Thread.onSpinWait(); // until it has joined
    }
    assertThat(job.killAndRemove()).isTrue();
    assertThat(bomb.exit().get(20, TimeUnit.SECONDS).signal()).contains(9);
  }

  @Test
  void oneThatIsGoneIsNothingToEnd() throws Exception {
    Cgroup job = agents.create("job-1");
    assertThat(job.killAndRemove()).isTrue();
    assertThat(job.killAndRemove()).isTrue();
    assertThat(job.isEmpty()).isTrue();
  }
}
