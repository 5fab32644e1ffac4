package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.SmallDisk;
import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.sqlite.SqliteDatabase;
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

  private Path data = Path.of("");

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
    assertThat(api.readiness()).startsWith("200 ready\n");
  }

  @Test
  void aStopWritesTheLogBackOnlyIfItFits() throws IOException {
    SmallDisk disk = closeAtEnd(new SmallDisk(directory.resolve("small"), "16m"));
    assumeTrue(disk.isMounted(), "nothing can be mounted here");
    data = disk.place();
    Path others = data.resolve("others");
    Path file = data.resolve("pawl.db");
    long before;
    try (var database = SqliteDatabase.open(file, it -> it, Migrations.SQLITE)) {
      execute(database, "CREATE TABLE written (text)");
      Files.write(others, new byte[(int) (data.toFile().getUsableSpace() - 6 * MIB)]);
      execute(database, "INSERT INTO written SELECT printf('%.*c', 5000000, 'x')");
      before = size("pawl.db");
    }
    assertThat(size("pawl.db")).isEqualTo(before);
    assertThat(size("pawl.db-wal")).isGreaterThan(4 * MIB);

    Files.delete(others);
    try (var database = SqliteDatabase.open(file, it -> it, Migrations.SQLITE)) {
      String length = "SELECT sum(length(text)) FROM written";
      assertThat(
              database.<Long>read(
                  sql -> sql.statement(length).first(row -> row.getLong(1)).orElseThrow()))
          .isEqualTo(5_000_000);
    }
    assertThat(data.resolve("pawl.db-wal")).doesNotExist();
    assertThat(size("pawl.db")).isGreaterThan(4 * MIB);
  }

  private static void execute(SqliteDatabase database, String statement) {
    boolean _ =
        database.transact(sql -> {
          sql.execute(statement);
          return true;
        });
  }
}
