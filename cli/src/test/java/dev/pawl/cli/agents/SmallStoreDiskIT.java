package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// The files of a SQLite store on a small disk.
class SmallStoreDiskIT extends ServerFixture {

  private static final long MIB = 1 << 20;
  private static final String LARGE =
      """
      on: push
      jobs:
        a:
          runs-on: linux
          outputs: { x: "${{ steps.a.outputs.x }}" }
          steps:
            - id: a
              run: (printf x=; yes a | tr -d '\\n' | head -c 510000) >> $GITHUB_OUTPUT
        b:
          runs-on: linux
          needs: [a]
          steps: [ { run: 'true', env: { X: "${{ needs.a.outputs.x == '' }}" } } ]
      """;

  private Path data;

  private long size(String name) {
    return data.resolve(name).toFile().length();
  }

  @Test
  void theWriteAheadLogOfLargeOutputsStaysShort() throws IOException {
    SmallDisk disk = closeAtEnd(new SmallDisk(directory.resolve("small"), "48m"));
    assumeTrue(disk.isMounted(), "nothing can be mounted here");
    data = disk.place().resolve("data");
    ServerProcess server = startServer("--data", data.toString());
    RunApiClient api = api(server);
    agent(server, "a", "--slots", "2");
    for (String name : new String[] {"pawl.db", "pawl.db-wal", "pawl.db-shm"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(name))))
          .as(name)
          .isEqualTo("rw-------");
    }

    for (int run = 0; run < 5; run++) {
      assertThat(runToEnd(server, LARGE)).isEqualTo("success");
      Await.until(
          () -> "the log has %d bytes".formatted(size("pawl.db-wal")),
          () -> size("pawl.db-wal") < 3 * MIB);
    }
    assertThat(size("pawl.db")).isGreaterThan(2 * MIB);
    assertThat(api.readiness()).isEqualTo("200 ready\n");
  }
}
