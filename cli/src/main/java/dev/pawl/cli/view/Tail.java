package dev.pawl.cli.view;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The last lines of a file, reading no more of it than that takes.
final class Tail {

  private static final int MOST_BYTES = 64 * 1024;

  static List<String> of(Path file, int lines) {
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      int size = (int) Math.min(in.length(), MOST_BYTES);
      byte[] end = new byte[size];
      in.seek(in.length() - size);
      in.readFully(end);
      List<String> all = new String(end, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException e) {
      return List.of("(the log cannot be read: " + e.getMessage() + ")");
    }
  }

  private Tail() {}
}
