package dev.pawl.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.benchmarks.measure.LatencyStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The conditions of a measurement: commit, machine, JDK, disk and databases. Figures mean nothing
/// without them.
record MeasurementConditions(Map<String, Object> facts) {

  private static final int SYNCS = 200;
  private static final int PAGE = 8_192;

  static MeasurementConditions here(Path directory, Optional<SharedPostgres> postgres)
      throws Exception {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("commit", commit());
    facts.put("processors", Runtime.getRuntime().availableProcessors());
    facts.put("heap", Runtime.getRuntime().maxMemory() / (1024 * 1024) + " MiB");
    facts.put("jdk", Runtime.version().toString());
    facts.put("fdatasync", String.format(Locale.ROOT, "%.2f ms", fdatasync(directory).median()));
    facts.put("sqlite", sqlite() + ", WAL, synchronous=FULL");
    if (postgres.isPresent()) {
      facts.put("postgresql", postgres.get().version() + " " + postgres.get().settings());
    }
    return new MeasurementConditions(facts);
  }

  /// The commit of the sources, and whether they have uncommitted changes.
  private static String commit() throws IOException, InterruptedException {
    String head = git("rev-parse", "--short=12", "HEAD");
    if (head.isEmpty()) {
      return "unknown";
    }
    return git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? head
        : head + ", changed";
  }

  private static String git(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(args));
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    return git.waitFor() == 0 ? said : "";
  }

  private static String sqlite() throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT sqlite_version()")) {
      return row.getString(1);
    }
  }

  /// Writes and syncs one page repeatedly: the lower bound of a commit.
  private static LatencyStats fdatasync(Path directory) throws IOException {
    List<Long> nanos = new ArrayList<>();
    Path file = directory.resolve("fdatasync");
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      for (int i = 0; i < SYNCS; i++) {
        long began = System.nanoTime();
        channel.write(ByteBuffer.allocate(PAGE), 0);
        channel.force(false);
        nanos.add(System.nanoTime() - began);
      }
    }
    return LatencyStats.of(nanos);
  }
}
