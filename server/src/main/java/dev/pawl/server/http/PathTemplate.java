package dev.pawl.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The path of a route: fixed segments, which match only as they are written, and parameters. A
/// path that could be read in two ways matches nothing: with empty or dot segments, matrix
/// parameters, or an encoded slash.
final class PathTemplate {

  private final List<String> segments;

  PathTemplate(String template) {
    this.segments = split(template);
  }

  private static List<String> split(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  /// How many segments match as they are written, by which the most specific template is chosen.
  long fixedSegments() {
    return segments.stream().filter(one -> !isParameter(one)).count();
  }

  /// The parameters in a path, as the client has sent it; empty if it does not match.
  Optional<Map<String, String>> match(String rawPath) {
    if (!rawPath.startsWith("/")) {
      return Optional.empty();
    }
    List<String> given = split(rawPath);
    if (given.size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < given.size(); i++) {
      String wanted = segments.get(i);
      if (!isParameter(wanted)) {
        if (!wanted.equals(given.get(i))) {
          return Optional.empty();
        }
        continue;
      }
      Optional<String> value = decode(given.get(i)).filter(PathTemplate::isUnambiguous);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      parameters.put(wanted.substring(1, wanted.length() - 1), value.get());
    }
    return Optional.of(parameters);
  }

  private static boolean isUnambiguous(String value) {
    return !value.isEmpty()
        && !value.equals(".")
        && !value.equals("..")
        && value.chars().noneMatch(c -> c == '/' || c == '\\' || c < 0x20 || c == 0x7f);
  }

  /// Decodes percent-encoded UTF-8; empty if it is none.
  private static Optional<String> decode(String segment) {
    if (segment.contains(";")) {
      return Optional.empty();
    }
    List<Byte> bytes = new ArrayList<>();
    byte[] raw = segment.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '%') {
        bytes.add(raw[i]);
        continue;
      }
      int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        return Optional.empty();
      }
      bytes.add((byte) (high * 16 + low));
      i += 2;
    }
    ByteBuffer all = ByteBuffer.allocate(bytes.size());
    bytes.forEach(all::put);
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(all.flip()).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
