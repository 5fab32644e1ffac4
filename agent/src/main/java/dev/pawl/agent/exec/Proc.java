package dev.pawl.agent.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The processes of this machine, as `/proc` shows them. What has just ended is skipped.
final class Proc {

  private static final Path ROOT = Path.of("/proc");

  /// The living members of a process group.
  static List<Long> inGroup(long leader) {
    return pids(process -> isInGroup(process, leader));
  }

  /// The living processes whose environment has `marker` in it.
  static List<Long> marked(String marker) {
    return pids(process -> isMarked(process, marker));
  }

  private static List<Long> pids(Predicate<Path> condition) {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(ROOT, "[0-9]*")) {
      for (Path process : processes) {
        if (condition.test(process)) {
          pids.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException _) {
      // No /proc: nothing is known of anybody.
    }
    return pids;
  }

  private static boolean isInGroup(Path process, long leader) {
    String stat = read(process.resolve("stat"));
    // pid (name) state ppid pgrp …; the name may contain anything, so count from its end.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 4);
    return fields.length > 2 && !fields[0].equals("Z") && fields[2].equals(Long.toString(leader));
  }

  private static boolean isMarked(Path process, String marker) {
    return read(process.resolve("environ")).contains(marker);
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  private Proc() {}
}
