package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// The workspace of a failed job is kept where the agent is configured to.
class FailedJobRetentionTest extends AgentStory {

  private final List<Path> kept = new CopyOnWriteArrayList<>();

  @Override
  public HostOptions host() {
    return HostOptions.defaults().withFailedJobsKept(kept::add);
  }

  @Override
  public WorkspaceMode mode(Path repository) {
    return new WorkspaceMode.Fresh(repository);
  }

  @Test
  void thatOfAFailedJobIsKept() throws Exception {
    isDispatched(job("echo here > evidence; sleep 300 & exit 1"));
    assertThat(server.result().status()).isEqualTo("failed");
    becomesIdle();
    assertThat(kept).containsExactly(scratch().resolve("kept/run-1-build-1/work"));
    assertThat(kept.getFirst().resolve("evidence")).hasContent("here\n");
    assertThat(Files.getPosixFilePermissions(scratch().resolve("kept")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(scratch().resolve("1")).doesNotExist();
    WorkspaceProvider.removeOrphans(scratch(), "nobody-is-called-like-this");
    assertThat(kept.getFirst()).exists();
  }

  @Test
  void thatOfASuccessfulOneIsNot() throws InterruptedException {
    isDispatched(job("true"));
    assertThat(server.result().status()).isEqualTo("success");
    becomesIdle();
    assertThat(kept).isEmpty();
    assertThat(scratch().resolve("1")).doesNotExist();
  }
}
