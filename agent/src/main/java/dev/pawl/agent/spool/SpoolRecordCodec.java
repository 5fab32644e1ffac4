package dev.pawl.agent.spool;

import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.MessageCodec;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Encodes a record as a line of text: a checksum of the rest, the record's kind, and its fields,
/// as in `1a2b3c4d acknowledged LEASE 5`. A message is encoded as its frame. Names are URL-encoded,
/// and so contain no blanks or line ends.
final class SpoolRecordCodec {

  /// The largest line, with its line end: the largest frame, and what precedes it.
  static final int MOST_BYTES = MessageCodec.MAX_FRAME_BYTES + 64;

  private static final int CHECKSUM = 8;
  private static final String HEX = "0123456789abcdef";

  static byte[] encode(SpoolRecord fact) {
    byte[] text = text(fact).getBytes(StandardCharsets.UTF_8);
    String sum = checksum(text, 0, text.length);
    byte[] line = new byte[CHECKSUM + 1 + text.length + 1];
    System.arraycopy(sum.getBytes(StandardCharsets.US_ASCII), 0, line, 0, CHECKSUM);
    line[CHECKSUM] = ' ';
    System.arraycopy(text, 0, line, CHECKSUM + 1, text.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /// Decodes a line without its line end; empty if it is damaged or of an unknown kind.
  static Optional<SpoolRecord> decode(byte[] line) {
    int length = line.length - CHECKSUM - 1;
    if (length <= 0 || line[CHECKSUM] != ' ') {
      return Optional.empty();
    }
    String sum = new String(line, 0, CHECKSUM, StandardCharsets.US_ASCII);
    if (!sum.equals(checksum(line, CHECKSUM + 1, length))) {
      return Optional.empty();
    }
    try {
      return fact(new String(line, CHECKSUM + 1, length, StandardCharsets.UTF_8));
    } catch (MalformedFrame | IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
      return Optional.empty(); // perhaps written by a newer agent
    }
  }

  /// Whether this may be the beginning of a line whose rest was not written. After a crash of the
  /// machine there may be zeros instead of the rest.
  static boolean isPartial(byte[] line) {
    int length = line.length;
    while (length > 0 && line[length - 1] == 0) {
      length--;
    }
    if (length >= MOST_BYTES) {
      return false;
    }
    for (int at = 0; at < length; at++) {
      boolean isValid =
          at < CHECKSUM
              ? HEX.indexOf(line[at]) >= 0
              : at == CHECKSUM ? line[at] == ' ' : line[at] < 0 || line[at] >= ' ';
      if (!isValid) {
        return false;
      }
    }
    return true;
  }

  private static String checksum(byte[] bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes, from, length);
    return "%08x".formatted(crc.getValue());
  }

  // spotless:off
  private static String text(SpoolRecord fact) {
    return switch (fact) {
      case SpoolRecord.LeaseTaken(var lease, var run, var job, var attempt, var number) -> words("taken", lease, run, job, attempt, number);
      case SpoolRecord.LeaseSeen(var run, var job, var attempt, var number)             -> words("seen", run, job, attempt, number);
      case SpoolRecord.Acknowledged(var lease, var seq)                            -> words("acknowledged", lease, seq);
      case SpoolRecord.LeaseEnded(var lease)                                             -> words("over", lease);
      case SpoolRecord.MessageQueued(var message)                                           -> "said " + MessageCodec.encode(message);
    };
  }
  // spotless:on

  private static String words(String kind, Object... values) {
    var text = new StringBuilder(kind);
    for (Object value : values) {
      text.append(' ').append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  private static Optional<SpoolRecord> fact(String text) {
    String[] words = text.split(" ", -1);
    SpoolRecord fact =
        switch (words[0]) {
          case "taken" ->
              new SpoolRecord.LeaseTaken(
                  name(words[1]),
                  name(words[2]),
                  name(words[3]),
                  number(words[4]),
                  number(words[5]));
          case "seen" ->
              new SpoolRecord.LeaseSeen(
                  name(words[1]), name(words[2]), number(words[3]), number(words[4]));
          case "acknowledged" ->
              new SpoolRecord.Acknowledged(name(words[1]), Long.parseLong(words[2]));
          case "over" -> new SpoolRecord.LeaseEnded(name(words[1]));
          case "said" ->
              MessageCodec.decode(text.substring("said ".length())).orElse(null)
                      instanceof SequencedMessage message
                  ? new SpoolRecord.MessageQueued(message)
                  : null;
          default -> null;
        };
    return Optional.ofNullable(fact);
  }

  private static String name(String word) {
    return URLDecoder.decode(word, StandardCharsets.UTF_8);
  }

  private static int number(String word) {
    return Integer.parseInt(word);
  }

  private SpoolRecordCodec() {}
}
