package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.sql.TableReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` during commits.
class SqliteCrashTest {

  private static final int ACKNOWLEDGED = 40;

  @Test
  void everyAcknowledgedCommitSurvivesAKill(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("pawl.db");
    List<String> acknowledged = commitUntilKilled(file);
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED);
    try (var store = TestSqliteStores.open(file);
        var raw = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      for (String id : acknowledged) {
        assertThat(store.run(new RunId(id)).map(Run::isOver)).as(id).contains(true);
      }
      for (var row : store.queries().latest(100_000)) {
        assertThat(store.queries().firstBrokenEntry(row.id())).isEmpty();
        new TableReader(raw).assertMatches(store.run(row.id()).orElseThrow());
      }
    }
  }

  private static List<String> commitUntilKilled(Path file) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CommitLoopProcess.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      return lines(child);
    } finally {
      child.destroyForcibly();
      assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /// Kills the process after so many lines, and reads the rest: what was printed was acknowledged.
  private static List<String> lines(Process child) throws IOException {
    List<String> lines = new ArrayList<>();
    try (var out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (lines.size() == ACKNOWLEDGED) {
          child
              .toHandle()
              .destroyForcibly(); // unlike the process itself, leaves its output readable
        }
      }
    }
    return lines;
  }
}
