package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.run.Run;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.store.audit.StoreInspector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Checks a store after a crash during an [AllTablesCommit]: all of it or nothing, and everything
/// that was acknowledged.
final class CommitCrashCheck {

  private static final List<String> TABLES = List.of("attempt", "step", "member");

  /// Runs a process that dies before that statement. Returns the acknowledged runs.
  static List<String> acknowledged(String store, int statement) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                CommitCrashProcess.class.getName(),
                store,
                Integer.toString(statement))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var out = child.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = out.lines().toList();
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).as("killed, not ended").isEqualTo(128 + 9);
      return lines;
    } finally {
      child.destroyForcibly();
    }
  }

  /// Checks the store that was left. Returns whether it has the commit.
  static boolean isThere(SqlStore store, Connection connection, Run whole) throws SQLException {
    assertThat(store.run(AllTablesCommit.BEFORE).map(Run::isOver)).contains(true);
    Optional<Run> found = store.run(AllTablesCommit.RICH);
    if (found.isPresent()) {
      assertThat(found.get().version()).isEqualTo(whole.version());
      assertThat(found.get().jobs()).hasSameSizeAs(whole.jobs());
      assertThat(store.agent(SampleCommits.AGENT).leases()).hasSize(1);
      assertThat(store.group(AllTablesCommit.GROUP).members()).hasSize(1);
    } else {
      assertThat(store.agent(SampleCommits.AGENT).leases()).isEmpty();
      assertThat(store.group(AllTablesCommit.GROUP).members()).isEmpty();
      nothingIsThere(new TableReader(connection));
    }
    assertThat(new StoreInspector(store, connection).problems()).isEmpty();
    return found.isPresent();
  }

  private static void nothingIsThere(TableReader rows) {
    String rich = " <> '" + AllTablesCommit.BEFORE + "'";
    for (String table : TABLES) {
      assertThat(rows.query("SELECT * FROM " + table + " WHERE run_id" + rich)).isEmpty();
    }
    assertThat(rows.query("SELECT * FROM run WHERE id" + rich)).isEmpty();
    assertThat(
            rows.query("SELECT * FROM journal WHERE aggregate <> 'agent' AND aggregate_id" + rich))
        .isEmpty();
    assertThat(rows.query("SELECT * FROM effect WHERE aggregate_id" + rich)).isEmpty();
  }

  private CommitCrashCheck() {}
}
