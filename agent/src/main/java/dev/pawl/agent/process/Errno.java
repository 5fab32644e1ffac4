package dev.pawl.agent.process;

import java.util.Map;

/// Messages for the system's error numbers. Those of the C library depend on the locale, and say
/// less.
final class Errno {

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EEXIST = 17;
  static final int ENOTDIR = 20;
  static final int ELOOP = 40;

  private static final Map<Integer, String> MESSAGES =
      Map.ofEntries(
          Map.entry(1, "operation not permitted"),
          Map.entry(ENOENT, "no such file, or its interpreter does not exist"),
          Map.entry(5, "the file cannot be read"),
          Map.entry(7, "environment and arguments are too large"),
          Map.entry(8, "not a program that this machine can execute"),
          Map.entry(11, "too many processes"),
          Map.entry(12, "not enough memory"),
          Map.entry(13, "permission denied"),
          Map.entry(ENOTDIR, "a part of the path is not a directory"),
          Map.entry(23, "too many files are open on this machine"),
          Map.entry(24, "the agent has too many files open"),
          Map.entry(26, "the file is being written to"),
          Map.entry(28, "the disk is full"),
          Map.entry(30, "the file system is read-only"),
          Map.entry(36, "the name is too long"),
          Map.entry(ELOOP, "too many symbolic links in the path"));

  static String message(int errno) {
    return MESSAGES.getOrDefault(errno, "system error " + errno);
  }

  private Errno() {}
}
