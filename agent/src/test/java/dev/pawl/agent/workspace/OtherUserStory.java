package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.MachineCapabilities;
import dev.pawl.agent.story.AgentStory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;

/// An agent that is root and executes jobs as another user, who can enter the agent's directory.
abstract class OtherUserStory extends AgentStory {

  @BeforeEach
  @Override
  public void anAgent() throws IOException {
    MachineCapabilities.root();
    super.anAgent();
    Path around = scratch().toAbsolutePath().getParent();
    Files.setPosixFilePermissions(around, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @Override
  public WorkspaceMode mode(Path repository) {
    return new WorkspaceMode.Fresh(repository);
  }

  /// The output of the first step of a job that succeeds.
  String logOf(String... scripts) throws InterruptedException {
    isDispatched(job(scripts));
    assertThat(server.result().status()).as(server.log(0)).isEqualTo("success");
    return server.log(0);
  }
}
