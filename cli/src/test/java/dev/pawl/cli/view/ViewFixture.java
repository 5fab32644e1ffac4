package dev.pawl.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRef;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Base of tests of views: a store, log files, and the output.
abstract class ViewFixture {

  @TempDir Path directory;
  SqliteStore store;
  LogFiles logs;
  private LogStore written;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  final PrintStream out = new PrintStream(printed, true, UTF_8);

  @BeforeEach
  void open() {
    store = TestSqliteStores.open(directory.resolve("pawl.db"));
    logs = new LogFiles(directory.resolve("logs"));
    written = new LogStore(logs);
  }

  @AfterEach
  void close() {
    written.close();
    store.close();
  }

  /// A step of the run `r1` prints a text.
  void prints(int job, int step, String text) {
    var ref = new LogRef(new RunId("r1"), new LeaseRef(new AttemptRef(job, 1), 1), step);
    written.append(ref, logs.log(ref).size(), text.getBytes(UTF_8));
  }

  List<String> lines() {
    return printed.toString(UTF_8).lines().toList();
  }

  String text() {
    return printed.toString(UTF_8);
  }
}
