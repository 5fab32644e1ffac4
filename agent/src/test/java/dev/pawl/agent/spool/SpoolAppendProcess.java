package dev.pawl.agent.spool;

import dev.pawl.agent.session.SpoolRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The main class of a process that appends messages to a spool forever, and prints the number of
/// each that is stored.
final class SpoolAppendProcess {

  /// The number of messages that the server has not acknowledged.
  static final int BEHIND = 100;

  /// Appends until it is killed.
  ///
  /// @param args the directory
  public static void main(String[] args) throws IOException {
    FileSpool spool =
        FileSpool.open(Path.of(args[0]), FileSpool.DEFAULT_LIMIT, System.err::println);
    System.out.println(spool.append(List.of(SpoolRecords.taken(1))));
    for (long seq = 1; ; seq++) {
      SpoolRecord step = SpoolRecords.step(1, seq, "x".repeat((int) (seq % 4_000)));
      if (!spool.append(List.of(step))) {
        throw new IllegalStateException("it cannot be kept");
      }
      System.out.println(seq);
      if (seq > BEHIND) {
        spool.appendIfPossible(SpoolRecords.acknowledged(1, seq - BEHIND));
      }
    }
  }

  private SpoolAppendProcess() {}
}
