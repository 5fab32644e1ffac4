package dev.pawl.agent.spool;

import dev.pawl.agent.session.SpoolRecord;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a spool from its beginning, whatever is in it. A line that is damaged, or not whole, is
/// left out.
///
/// A last line without its end is what somebody was writing when he died: nothing was done by it
/// yet. Everything else that cannot be read is another matter, and somebody is told.
final class SpoolReader {

  /// @param bytes of its line
  record SizedRecord(SpoolRecord fact, int bytes) {}

  /// @param end where the last whole line ends
  /// @param damaged how many lines could not be read
  /// @param damagedAt where the first of them begins
  record SpoolRead(List<SizedRecord> facts, long end, long damaged, long damagedAt) {}

  private final List<SizedRecord> facts = new ArrayList<>();
  private long damaged;
  private long damagedAt;
  private long end;
  private long at;

  static SpoolRead read(Path file) throws IOException {
    var lines = new SpoolReader();
    try (var in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      lines.read(in);
    }
    return new SpoolRead(lines.facts, lines.end, lines.damaged, lines.damagedAt);
  }

  private void read(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    long length = 0;
    for (int one = in.read(); one >= 0; one = in.read()) {
      length++;
      if (one == '\n') {
        took(line.toByteArray(), length);
        line.reset();
        length = 0;
      } else if (length <= SpoolRecordCodec.MOST_BYTES) {
        line.write(one); // of one that is longer the beginning is enough to know that it is none
      }
    }
    if (!SpoolRecordCodec.isPartial(line.toByteArray())) {
      damaged();
    }
  }

  private void took(byte[] line, long length) {
    Optional<SpoolRecord> fact = SpoolRecordCodec.decode(line);
    if (fact.isPresent()) {
      facts.add(new SizedRecord(fact.get(), (int) length));
      end = at + length;
    } else {
      damaged();
    }
    at += length;
  }

  private void damaged() {
    if (damaged == 0) {
      damagedAt = at;
    }
    damaged++;
  }

  private SpoolReader() {}
}
