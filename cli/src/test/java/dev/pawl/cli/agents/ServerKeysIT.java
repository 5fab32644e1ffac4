package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The key file of a server, and who can read its data directory.
class ServerKeysIT extends ServerFixture {

  private CommandResult rejected(String... options) {
    return PawlProcess.start(
            directory,
            Map.of(),
            PawlProcess.command(
                Stream.concat(Stream.of("server", "--listen", "127.0.0.1:0"), Stream.of(options))
                    .toArray(String[]::new)))
        .end()
        .exits(3);
  }

  @Test
  void aServerWithAnotherKeyDoesNotStartOnTheSameDatabase() throws IOException {
    String store = TestPostgres.newSchema();
    ServerProcess first = startServer("--store", store, "--data", "one");
    CommandResult second = rejected("--store", store, "--data", "two");
    second.complains("cannot start with the key file '" + directory.resolve("two/key"));
    assertThat(second.err())
        .contains("Copy the file `key` from the data directory of another server");

    Files.createDirectories(directory.resolve("two"));
    Files.copy(directory.resolve("one/key"), directory.resolve("two/key"));
    closeAtEnd(
        PawlProcess.start(
                    directory,
                    Map.of(),
                    PawlProcess.command(
                        "server", "--listen", "127.0.0.1:0", "--store", store, "--data", "two"))
                .awaitOutput("listening on")
            ::kill);
    assertThat(first.terminate().code()).isZero();
  }

  @Test
  void aLostKeyIsReportedAndCanBeForgotten() throws IOException {
    ServerProcess server = startServer();
    Path key = directory.resolve("pawl-data/key");
    List<String> line =
        Files.readString(key)
            .lines()
            .filter(text -> !text.startsWith("#"))
            .map(text -> List.of(text.split(" ", -1)))
            .findFirst()
            .orElseThrow();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    server.pawl("key", "list").says("in use");
    assertThat(server.terminate().code()).isZero();
    Files.delete(key);

    CommandResult lost = rejected();
    lost.complains("cannot start with the key file");
    assertThat(key).doesNotExist();
    assertThat(lost.err()).contains(line.getFirst(), "pawl key forget").doesNotContain(line.get(2));
    assertThat(lost.out()).doesNotContain(line.get(2));

    server.pawl("key", "list").says("missing in the file");
    server.pawl("key", "forget", line.getFirst()).says("forgot " + line.getFirst());
    server.start();
    server.pawl("key", "add", "--hours", "2").says("Copy '" + key + "' to all servers");
    server.pawl("key", "list").says("not in use before a server starts with it");
    server.kill();
    server.start();
    assertThat(server.pawl("key", "list").out().lines())
        .hasSize(2)
        .allMatch(shown -> shown.endsWith("in use"));
  }

  @Test
  void otherUsersCannotReadTheDataDirectory() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to be another user");
    Path data = Files.createDirectories(directory.resolve("pawl-data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    ServerProcess server = startServer();
    for (String file : List.of("", "key", "pawl.db", "logs")) {
      Process other =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid",
                  "65534",
                  "--regid",
                  "65534",
                  "--clear-groups",
                  "ls",
                  data.resolve(file).toString())
              .start();
      assertThat(other.waitFor()).as(file).isNotZero();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
        .isEqualTo("rwx------");
    assertThat(server.console()).contains("made it private");
  }

  @Test
  void aDirectoryOfOthersIsNotMadePrivate() throws IOException {
    Path shared = Files.createDirectories(directory.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createFile(shared.resolve("README"));
    rejected("--data", "shared").complains("it has files that are not a server's");
    InProcessCommand.pawl("token", "list", "--data", shared.toString()).exits(3);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)))
        .isEqualTo("rwxr-xr-x");
  }
}
