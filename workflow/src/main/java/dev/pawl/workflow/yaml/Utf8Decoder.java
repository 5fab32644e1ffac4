package dev.pawl.workflow.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/// Decodes the bytes of a file as UTF-8 and reports invalid ones.
public final class Utf8Decoder {

  /// The largest file that is read, in bytes.
  public static final int MAX_BYTES = 1 << 20;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /// The decoded text. Where an error was reported it may only be shown beside diagnostics.
  public static SourceText decode(String file, byte[] bytes, DiagnosticCollector findings) {
    if (bytes.length > MAX_BYTES) {
      SourceText nothing = SourceText.of(file, "");
      findings.error(
          nothing.positionAt(0),
          "the file is larger than 1 MiB, the limit for a workflow or an action",
          "split it: a job can call another workflow file with `uses`");
      return nothing;
    }
    CharBuffer decoded = CharBuffer.allocate(bytes.length);
    boolean malformed = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), decoded, true).isError();
    if (malformed) {
      SourceText readable = SourceText.of(file, withoutMark(decoded.flip().toString()));
      findings.error(
          readable.positionAt(readable.length()),
          "the file is not valid UTF-8 here",
          looksLikeUtf16(bytes) ? "it looks like UTF-16; save it as UTF-8" : "save it as UTF-8");
      return SourceText.of(file, withoutMark(new String(bytes, UTF_8)));
    }
    return SourceText.of(file, withoutMark(decoded.flip().toString()));
  }

  private static String withoutMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  private static boolean looksLikeUtf16(byte[] bytes) {
    return bytes.length >= 2
        && ((bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF)
            || (bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE));
  }

  private Utf8Decoder() {}
}
