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

/// Reads the file of a spool. Damaged and incomplete lines are skipped.
///
/// An incomplete last line is a write that a crash interrupted: nothing depended on it yet. Every
/// other line that cannot be read counts as damage.
final class SpoolReader {

  /// A record, with the length of its line.
  record SizedRecord(SpoolRecord fact, int bytes) {}

  /// The contents of the file.
  ///
  /// @param end the offset after the last complete line
  /// @param damaged the number of lines that could not be read
  /// @param damagedAt the offset of the first of them
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
        addLine(line.toByteArray(), length);
        line.reset();
        length = 0;
      } else if (length <= SpoolRecordCodec.MOST_BYTES) {
        line.write(one); // the beginning of a longer line shows that it is damaged
      }
    }
    if (!SpoolRecordCodec.isPartial(line.toByteArray())) {
      damaged();
    }
  }

  private void addLine(byte[] line, long length) {
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
