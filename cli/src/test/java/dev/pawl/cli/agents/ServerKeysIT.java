package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  void serversOfOneDatabaseNeedTheSameKeysAlsoWhenTheyAreRotated() throws Exception {
    String store = TestPostgres.newSchema();
    ServerProcess first = startServer("--store", store, "--data", "one");
    CommandResult second = rejected("--store", store, "--data", "two");
    second.complains("cannot start with the key file '" + directory.resolve("two/key"));
    assertThat(second.err())
        .contains("Copy the file `key` from the data directory of another server");

    AgentProcess agent = agent(first, "a", "--slots", "2");
    String before = startRun(first, waiting("before"));
    awaitBegun("before");
    rotate(store, first);
    ServerProcess other = closeAtEnd(first.beside("two"));
    failover(agent, first, other);
    String after = startRun(other, waiting("after"));
    awaitBegun("after");
    first.start();
    failover(agent, other, first);
    Files.createFile(directory.resolve("go"));
    assertThat(awaitEnd(first, before)).isEqualTo("success");
    assertThat(awaitEnd(first, after)).isEqualTo("success");
    assertThat(directory.resolve("ledger")).content().isEqualTo("before 1\nafter 1\n");
    assertThat(agent.console()).doesNotContain("stale");
    assertThat(first.terminate().code()).isZero();
  }

  private String waiting(String name) {
    return """
    on: push
    jobs:
      a:
        runs-on: linux
        retry: { max: 1, on: [lost], backoff: 100ms }
        steps:
          - run: |
              echo "%2$s $PAWL_ATTEMPT" >> %1$s/ledger
              touch %1$s/begun-%2$s
              until [ -e %1$s/go ]; do sleep 0.05; done
    """
        .formatted(directory, name);
  }

  private void awaitBegun(String name) {
    Await.until("it has begun", () -> Files.exists(directory.resolve("begun-" + name)));
  }

  /// Adds a key for all servers that is used from now on, as if that had been registered an hour
  /// ago.
  private void rotate(String store, ServerProcess server) throws Exception {
    server.pawl("key", "add", "--hours", "1").says("added key");
    Path file = directory.resolve("one/key");
    KeyRing.Key added = KeyRing.parse(Files.readString(file)).keys().getLast();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String text = Files.readString(file).replace(added.from().toString(), now.toString());
    Files.writeString(file, text);
    Files.createDirectories(directory.resolve("two"));
    Files.copy(file, directory.resolve("two/key"));
    try (Connection connection = DriverManager.getConnection(store);
        var insert =
            connection.prepareStatement("INSERT INTO server_key VALUES (?, ?, ?, now())")) {
      insert.setString(1, added.id());
      insert.setString(2, added.fingerprint());
      insert.setTimestamp(3, Timestamp.from(now));
      insert.executeUpdate();
    }
  }

  private static void failover(AgentProcess agent, ServerProcess from, ServerProcess to) {
    agent.proxy().leadTo(to.port());
    from.kill();
    Await.until("the agent is there", () -> to.console().contains("agent 'a' connected"));
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
