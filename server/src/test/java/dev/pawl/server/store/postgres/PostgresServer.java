package dev.pawl.server.store.postgres;

import dev.pawl.server.ConditionAwaiter;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A PostgreSQL server with a directory of its own and `fsync`, to be stopped, killed, restarted,
/// and followed by a standby.
public final class PostgresServer implements AutoCloseable {

  private static final List<String> SETTINGS =
      List.of(
          "fsync=on",
          "synchronous_commit=on",
          "listen_addresses=127.0.0.1",
          "unix_socket_directories=",
          "max_connections=60",
          "shared_buffers=32MB",
          "logging_collector=off");

  private static final List<String> TOOLS = List.of("initdb", "postgres", "pg_dump", "pg_restore");

  private final Path binary;
  private final Path directory;
  private final int port;
  private Process postmaster;

  private PostgresServer(Path binary, Path directory, int port) throws IOException {
    this.binary = binary;
    this.directory = directory;
    this.port = port;
    this.postmaster = launched();
  }

  /// Starts an empty server in a new directory.
  public static PostgresServer in(Path directory) throws IOException {
    EmbeddedPostgres.builder()
        .setDataDirectory(directory)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .start()
        .close();
    // Where it was unpacked to, it has written down itself.
    String options = Files.readString(directory.resolve("postmaster.opts"));
    Path binary = Path.of(options.substring(0, options.indexOf(" \"")));
    return ready(new PostgresServer(binary, directory, freePort()));
  }

  /// Starts the PostgreSQL that is installed on this machine, with its tools; empty if there is
  /// none.
  public static Optional<PostgresServer> installed(Path directory)
      throws IOException, InterruptedException {
    Optional<Path> tools = installedTools();
    if (tools.isEmpty()) {
      return Optional.empty();
    }
    List<String> command = asAnybody();
    command.addAll(List.of(tools.get().resolve("initdb").toString(), "-D", directory.toString()));
    command.addAll(List.of("-U", "postgres", "--auth=trust", "--locale=C", "-E", "UTF8", "-N"));
    var log = ProcessBuilder.Redirect.appendTo(Path.of(directory + ".log").toFile());
    var initdb = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    if (initdb.waitFor() != 0) {
      throw new IllegalStateException("initdb has failed; see " + directory + ".log");
    }
    Path binary = tools.get().resolve("postgres");
    return Optional.of(ready(new PostgresServer(binary, directory, freePort())));
  }

  /// The binaries of the newest version, where Debian installs them.
  private static Optional<Path> installedTools() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(version -> version.resolve("bin"))
          .filter(bin -> TOOLS.stream().allMatch(tool -> Files.isExecutable(bin.resolve(tool))))
          .max(Comparator.naturalOrder());
    }
  }

  /// The directory of its tools, if it is [#installed].
  public Path tools() {
    return Objects.requireNonNull(binary.getParent());
  }

  private static PostgresServer ready(PostgresServer server) {
    ConditionAwaiter.is("a database that answers", server::answers);
    return server;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> asAnybody() {
    boolean isRoot = System.getProperty("user.name").equals("root");
    // It refuses to be started by that one.
    return new ArrayList<>(isRoot ? List.of("unshare", "-U") : List.of());
  }

  private Process launched() throws IOException {
    List<String> command = asAnybody();
    command.addAll(List.of(binary.toString(), "-D", directory.toString()));
    command.addAll(List.of("-p", Integer.toString(port)));
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    var log = ProcessBuilder.Redirect.appendTo(Path.of(directory + ".log").toFile());
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
  }

  private boolean answers() {
    if (!postmaster.isAlive()) {
      throw new IllegalStateException("PostgreSQL did not start; see " + directory + ".log");
    }
    try {
      return ask("SELECT 'yes'").equals("yes");
    } catch (SQLException _) {
      return false;
    }
  }

  public String url() {
    return "jdbc:postgresql://%s/postgres?user=postgres".formatted(host());
  }

  /// A JDBC address with both servers, of which the driver uses the primary.
  public String urlWith(PostgresServer other) {
    return "jdbc:postgresql://%s,%s/postgres?user=postgres".formatted(host(), other.host());
  }

  /// Host and port.
  public String host() {
    return "127.0.0.1:" + port;
  }

  /// The first column of the first row.
  public String ask(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  public void change(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        var change = connection.createStatement()) {
      change.execute(statement);
    }
  }

  /// Stops immediately, as in a crash: without waiting for clients, and without a checkpoint.
  public void stop() throws IOException, InterruptedException {
    var kill = new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster.pid())).start();
    if (!kill.waitFor(10, TimeUnit.SECONDS) || !postmaster.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("PostgreSQL does not stop");
    }
  }

  /// Starts again on the same port, and waits until it accepts connections.
  public void start() throws IOException {
    postmaster = launched();
    ready(this);
  }

  /// Kills all its processes.
  public void kill() {
    List<ProcessHandle> processes = new ArrayList<>(List.of(postmaster.toHandle()));
    postmaster.descendants().forEach(processes::add);
    processes.forEach(ProcessHandle::destroyForcibly);
    ConditionAwaiter.is(
        "no process left", () -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  /// Starts a synchronous standby: from now on, commits wait until they are durable there as well.
  public PostgresServer standby(Path other) throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      copyTo(other);
      try (var rows = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        rows.next();
        Files.writeString(other.resolve("backup_label"), rows.getString(1));
      }
    }
    Files.createFile(other.resolve("standby.signal"));
    Files.writeString(
        other.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'\n".formatted(port));
    var standby = ready(new PostgresServer(binary, other, freePort()));
    change("ALTER SYSTEM SET synchronous_standby_names = '*'");
    change("SELECT pg_reload_conf()");
    ConditionAwaiter.is("a synchronous standby", this::isFollowed);
    return standby;
  }

  private boolean isFollowed() {
    try {
      return ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").equals("1");
    } catch (SQLException _) {
      return false;
    }
  }

  /// Changes during the copy are in the log that the standby starts with.
  private void copyTo(Path other) throws IOException {
    Files.createDirectory(
        other, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var copy =
        new ProcessBuilder("cp", "-a", directory + "/.", other.toString())
            .redirectErrorStream(true)
            .start();
    copy.getInputStream().readAllBytes(); // what vanished meanwhile is complained of
    copy.onExit().join();
    Files.deleteIfExists(other.resolve("postmaster.pid"));
  }

  /// Promotes the standby to primary.
  public void promote() throws SQLException {
    if (!ask("SELECT pg_promote(true, 60)").equals("t")) {
      throw new IllegalStateException("the standby was not promoted");
    }
  }

  @Override
  public void close() {
    kill();
  }
}
