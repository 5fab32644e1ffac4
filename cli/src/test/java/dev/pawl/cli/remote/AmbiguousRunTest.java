package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of references to runs of a server with several repositories.
class AmbiguousRunTest {

  private static final String NOWHERE =
      """
      jobs:
        draw: { runs-on: gpu, steps: [{ run: echo drawn }] }
      """;

  @TempDir private Path directory;

  @Test
  void oneNumberInSeveralRepositoriesIsAmbiguous() throws IOException {
    try (var server = new InProcessServer(directory)) {
      String sha = "1".repeat(40);
      String forge = "https://forge.example/acme/";
      assertThat(server.submit(NOWHERE, "--repository", forge + "a", "--sha", sha)).isEqualTo("1");
      server.pawl("show", "1").exits(0).says("#1");
      assertThat(server.submit(NOWHERE, "--repository", forge + "b", "--sha", sha)).isEqualTo("1");

      String said = server.pawl("show", "1").exits(2).err();

      assertThat(said)
          .startsWith("pawl: several repositories have a run #1. Give its id: ")
          .contains("(forge.example/acme/a)", "(forge.example/acme/b)");
      String id = said.replaceFirst("(?s).*id: (\\w+).*", "$1");
      server.pawl("show", id).exits(0).says("id " + id);
    }
  }
}
