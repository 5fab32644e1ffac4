package dev.pawl.agent.process;

import java.util.Map;

/// Why the kernel refused, in words. The C library's own words are in whatever language it is set
/// to, and say less.
final class Errno {

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EEXIST = 17;

  private static final Map<Integer, String> WORDS =
      Map.ofEntries(
          Map.entry(1, "that is not permitted"),
          Map.entry(ENOENT, "there is no such file, or no interpreter that it names"),
          Map.entry(5, "its file cannot be read"),
          Map.entry(7, "its environment and arguments are too large"),
          Map.entry(8, "it is no program that this machine can execute"),
          Map.entry(11, "there are too many processes"),
          Map.entry(12, "there is not enough memory"),
          Map.entry(13, "permission denied"),
          Map.entry(20, "its path leads through a file"),
          Map.entry(23, "too many files are open on this machine"),
          Map.entry(24, "the agent has too many files open"),
          Map.entry(26, "its file is being written to"),
          Map.entry(28, "the disk is full"),
          Map.entry(30, "the file system is read-only"),
          Map.entry(36, "its name is too long"),
          Map.entry(40, "its path leads in a circle"));

  static String words(int errno) {
    return WORDS.getOrDefault(errno, "error " + errno + " of the system");
  }

  private Errno() {}
}
