package dev.pawl.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.Cgroups;
import dev.pawl.agent.process.MachineCapabilities;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.agent.story.SingleJobAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// When an agent is killed, the processes of its jobs are killed too.
///
/// A process that leaves both its session and its environment, as `setsid env -i` does, is only
/// found by its control group.
@Timeout(180)
class ProcessReaperTest {

  private static final String SCRIPT =
      """
      echo $$ > script.pid
      sleep 300 & echo $! > background.pid
      setsid sh -c 'echo $$ > session.pid; exec sleep 300' &
      """;
  private static final String WITH_AN_EMPTY_ENVIRONMENT =
      "env -i sh -c 'echo $$ > empty.pid; exec sleep 300' &\n";

  private final String token = "reaper-" + UUID.randomUUID();
  @TempDir private Path directory;

  @Test
  void whateverAJobStartedDiesWithItsAgent() throws Exception {
    Path tree = Files.createDirectories(directory.resolve("tree"));
    Process agent = agentIn(tree, SCRIPT + WITH_AN_EMPTY_ENVIRONMENT, Map.of());
    try {
      long[] pids = new long[4];
      int index = 0;
      for (String name : new String[] {"script", "background", "session", "empty"}) {
        pids[index++] = ProcessWait.pid(tree.resolve(name + ".pid"));
      }
      agent.destroyForcibly();
      for (long pid : pids) {
        ProcessWait.untilGone(pid);
      }
      assertThat(ProcessTable.withMarker(token)).isEmpty();
    } finally {
      agent.destroyForcibly();
      assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void alsoWhoLeftItsSessionAndEmptiedItsEnvironment() throws Exception {
    MachineCapabilities.controlGroups();
    Path tree = Files.createDirectories(directory.resolve("tree"));
    String script = "setsid env -i /bin/sh -c 'echo $$ > escaped.pid; exec sleep 300' &\n";
    Process agent = agentIn(tree, script, Map.of());
    try {
      long escaped = ProcessWait.pid(tree.resolve("escaped.pid"));
      assertThat(ProcessTable.withMarker(token)).doesNotContain(escaped);
      agent.destroyForcibly();
      ProcessWait.untilGone(escaped);
      ProcessWait.until("the group to be removed", () -> Cgroups.of(token).isEmpty());
    } finally {
      agent.destroyForcibly();
      assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whatHoldsOnThisMachineIsSaid() throws Exception {
    try (ProcessReaper reaper = ProcessReaper.openWithoutGroup(token, Map.of())) {
      assertThat(reaper.guarantee(false)).contains("may survive its job", "no writable cgroup v2");
      assertThat(reaper.guarantee(true)).startsWith("no process survives its job");
    }
    MachineCapabilities.controlGroups();
    try (ProcessReaper reaper = ProcessReaper.open(token, Map.of())) {
      assertThat(reaper.guarantee(false)).isEqualTo("no process survives its job (cgroup)");
    }
    assertThat(Cgroups.of(token)).isEmpty();
  }

  @Test
  void anAgentWithinAJobIsSweptWithIt() throws Exception {
    Path tree = Files.createDirectories(directory.resolve("tree"));
    String outer = "outer-" + UUID.randomUUID() + ".";
    Process agent = agentIn(tree, SCRIPT, Map.of(ProcessReaper.VARIABLE, outer));
    try {
      long script = ProcessWait.pid(tree.resolve("script.pid"));
      long session = ProcessWait.pid(tree.resolve("session.pid"));
      ProcessReaper.sweep(outer);
      ProcessWait.untilGone(agent.pid());
      ProcessWait.untilGone(script);
      ProcessWait.untilGone(session);
    } finally {
      agent.destroyForcibly();
      assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
      ProcessReaper.killAll(
          token); // its watch was swept as well, and has left an empty control group
    }
  }

  @Test
  void theWatchEndsWithItsAgent() throws Exception {
    var reaper = ProcessReaper.open(token, Map.of());
    assertThat(watches()).isEqualTo(1);
    reaper.close();
    ProcessWait.until("the end of the watch", () -> watches() == 0);
  }

  @Test
  void aSweepLeavesOtherJobsAlone() throws Exception {
    Process other = marked(token + "-11.").start();
    try {
      ProcessReaper.sweep(token + "-1.");
      assertThat(other.isAlive()).isTrue();
      ProcessReaper.sweep(token + "-11.");
      assertThat(other.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  private static ProcessBuilder marked(String marker) {
    var builder = new ProcessBuilder("sleep", "300");
    builder.environment().put(ProcessReaper.VARIABLE, marker);
    return builder;
  }

  private long watches() {
    return ProcessHandle.allProcesses()
        .filter(process -> !ProcessWait.isGone(process.pid()))
        .filter(process -> process.info().commandLine().orElse("").contains(token))
        .count();
  }

  private Process agentIn(Path tree, String script, Map<String, String> environment)
      throws IOException {
    return SingleJobAgent.start(tree, token, script + "wait\n", environment);
  }
}
