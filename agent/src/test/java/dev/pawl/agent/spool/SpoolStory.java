package dev.pawl.agent.spool;

import dev.pawl.agent.session.SpoolContents;
import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.agent.session.SpoolSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// A test with a spool in a temporary directory, and the messages for its operator.
abstract class SpoolStory {

  @TempDir Path parent;
  final List<String> told = new ArrayList<>();

  Path directory() {
    return parent.resolve("agent");
  }

  Path file() {
    return directory().resolve("spool");
  }

  FileSpool open() throws IOException {
    return open(FileSpool.DEFAULT_LIMIT);
  }

  FileSpool open(long most) throws IOException {
    return FileSpool.open(directory(), most, told::add);
  }

  /// The snapshot that the next agent would read.
  SpoolSnapshot recalled() throws IOException {
    try (FileSpool spool = open()) {
      return spool.restored();
    }
  }

  long size() throws IOException {
    return Files.size(file());
  }

  static SpoolSnapshot of(List<SpoolRecord> facts) {
    var remembered = new SpoolContents();
    facts.forEach(fact -> remembered.add(fact, 1));
    return remembered.snapshot();
  }
}
