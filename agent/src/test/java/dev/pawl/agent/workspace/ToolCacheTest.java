package dev.pawl.agent.workspace;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.isolation.JobSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The layer of the tool cache that a slot has for itself.
class ToolCacheTest {

  private final JobSlot slot = new JobSlot(0, Optional.empty(), true);
  @TempDir private Path directory;

  private Path layerFor(String repository) throws IOException {
    String contexts =
        "{\"github\": {\"repository\": \"shop/api\", \"repositoryUrl\": \"%s\"}}"
            .formatted(repository);
    return new ToolCache(directory.resolve("tools"))
        .layer(slot, job("true").seeing(contexts).under("lease"))
        .resolve(ToolCache.WRITTEN);
  }

  @Test
  void itIsKeptForTheSameRepositoryOnly() throws Exception {
    Path tool = Files.createDirectories(layerFor("https://a/shop/api")).resolve("tool");
    Files.createFile(tool);
    assertThat(layerFor("https://a/shop/api").resolve("tool")).exists();
    assertThat(layerFor("https://b/shop/api").resolve("tool")).doesNotExist();
  }

  @Test
  void withoutARepositoryItIsNotKept() throws Exception {
    Path tool = Files.createDirectories(layerFor("")).resolve("tool");
    Files.createFile(tool);
    assertThat(layerFor("").resolve("tool")).doesNotExist();
  }
}
