package dev.pawl.agent.isolation;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.JobBuilder;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.agent.workspace.WorkspaceProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The steps of a job that has its own processes and mounts, as an agent has that is not root.
class NamespaceJobTest extends AgentStory {

  private final JobSlot slot = new JobSlot(0, Optional.empty(), true);

  @BeforeEach
  @Override
  public void anAgent() throws IOException {
    super.anAgent();
    try {
      Optional<String> problem = WorkspaceProvider.namespaceProblem(scratch(), slot);
      assumeTrue(problem.isEmpty(), "no user namespaces here: " + problem);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public HostOptions host() {
    return HostOptions.defaults()
        .withSlots(JobSlots.of(List.of(slot), new UserClaims()))
        .withNamespaces();
  }

  @Override
  public WorkspaceMode mode(Path repository) {
    return new WorkspaceMode.Fresh(repository);
  }

  private void succeeds(JobBuilder job) throws InterruptedException {
    isDispatched(job);
    assertThat(server.result().status()).as(server.log(0) + server.log(1)).isEqualTo("success");
  }

  @Test
  void aBackgroundProcessLivesToTheNextStep() throws Exception {
    succeeds(
        job(
            "sleep 600 & echo $! > pid; [ \"$(ls -d /proc/[0-9]* | wc -l)\" -lt 10 ]",
            "kill -0 $(cat pid); kill $(cat pid)"));
  }

  @Test
  void stepsShareATemporaryDirectoryOfTheirOwn() throws Exception {
    Path outside = Files.createTempFile("outside", "");
    succeeds(
        job(
            "[ ! -e %s ]; mkdir /tmp/mine; echo 1 > /var/tmp/x".formatted(outside),
            "cd /tmp/mine; [ -s /var/tmp/x ]"));
    assertThat(Path.of("/tmp/mine")).doesNotExist();
    Files.delete(outside);
  }

  /// A shell does not end at a command with `!` in front, whatever that returns.
  private static final String NEVER =
      "never() { if \"$@\"; then echo \"works: $*\"; exit 1; fi; }\n";

  @Test
  void theWayToTheDirectoriesOfOthersIsHidden() throws Exception {
    Path other = Files.createDirectories(scratch().resolve("99/work")).resolve("file");
    Files.writeString(other, "secret");
    succeeds(
        job(
            NEVER
                + """
                never cat %1$s
                for pid in /proc/[0-9]*; do
                  never cat $pid/cwd/../99/work/file
                  never cat $pid/root/%1$s
                done
                """
                    .formatted(other)));
  }

  /// Or a later step would print to a file that only the agent sees, or read one.
  @Test
  void aJobCannotReplaceTheFilesThatTheAgentOpens() throws Exception {
    succeeds(
        job(
            NEVER
                + """
                control=$(dirname "$0")
                pipe=$(readlink /proc/$$/fd/1)
                never touch "$control/x"
                never ln -sf /etc/passwd "$pipe"
                never mv "$control" "$control-other"
                never unshare --user --mount --map-root-user umount "$control"
                never unshare --user --mount --map-root-user mount -o remount,bind,rw "$control"
                echo a=1 >> "$GITHUB_OUTPUT"
                """,
            "[ -r $GITHUB_EVENT_PATH ]"));
  }

  /// Or its processes would leave the group that limits them, where the agent's user owns it.
  @Test
  void controlGroupsAreReadOnly() throws Exception {
    succeeds(
        job(
            "while read -r _ point type how _; do case $type:$how in"
                + " cgroup*:rw*) echo $point; exit 1;; esac; done </proc/mounts"));
  }

  @Test
  void theExitCodeArrives() throws Exception {
    isDispatched(job("exit 7"));
    assertThat(server.result().exitCode()).isEqualTo(7);
  }

  @Test
  void theSignalThatEndedAStepArrives() throws Exception {
    isDispatched(job("kill -9 $$"));
    assertThat(server.result().exitCode()).isEqualTo(137);
    assertThat(server.statuses(0).getLast().signal()).isEqualTo(9);
  }

  @Test
  void aCancelledStepCanCleanUp() throws Exception {
    isDispatched(job("trap 'echo cleaned; exit 5' TERM; echo ready; while :; do sleep 0.05; done"));
    server.awaitOutput(0, "ready");
    isCancelled();
    becomesIdle();
    assertThat(server.log(0)).contains("cleaned");
  }
}
