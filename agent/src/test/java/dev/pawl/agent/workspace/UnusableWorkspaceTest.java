package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A workspace that cannot be opened leaves nothing behind, however often the job is tried again.
class UnusableWorkspaceTest extends AgentStory {

  @Test
  void itsDirectoryIsDeleted() throws Exception {
    Files.createDirectories(scratch());
    Path inTheWay = Files.createFile(scratch().resolve("tools"));
    isDispatched(job("true"));
    assertThat(server.result().reason()).startsWith("the workspace could not be prepared");
    try (Stream<Path> left = Files.list(scratch())) {
      assertThat(left).containsExactly(inTheWay);
    }
  }
}
