package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The living processes of this machine, from `/proc`.
public final class ProcessTable {

  private static final Path ROOT = Path.of("/proc");
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int SESSION = 3;
  private static final String IGNORED = "SigIgn:";

  /// The living members of a process group.
  public static List<Long> inGroup(long leader) {
    return pids(process -> isAlive(process, GROUP, leader));
  }

  /// Whether the process is alive, and a child of that parent.
  public static boolean isChild(long pid, long parent) {
    return isAlive(ROOT.resolve(Long.toString(pid)), PARENT, parent);
  }

  /// The living members of a session whose leader is dead. If the leader lives, its number was
  /// given to another process meanwhile, and no process of the session is left.
  public static List<Long> inSession(long leader) {
    return ProcessHandle.of(leader).isPresent()
        ? List.of()
        : pids(process -> isAlive(process, SESSION, leader));
  }

  /// The living processes whose environment contains the marker.
  public static List<Long> withMarker(String marker) {
    return pids(process -> isMarked(process, marker));
  }

  /// The living processes that a user started.
  public static List<Long> ofUser(int uid) {
    return pids(process -> isOfUser(process, uid));
  }

  private static boolean isOfUser(Path process, int uid) {
    String status = read(process.resolve("status"));
    return status.contains("\nUid:\t" + uid + "\t") && !status.contains("\nState:\tZ");
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
      // Without /proc no process is found.
    }
    return pids;
  }

  /// Whether the process is alive, and a field of its status has this value.
  private static boolean isAlive(Path process, int field, long value) {
    String stat = read(process.resolve("stat"));
    // pid (name) state ppid group session …; the name may contain anything, so count from its end.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", SESSION + 2);
    return fields.length > SESSION
        && !fields[0].equals("Z")
        && fields[field].equals(Long.toString(value));
  }

  /// Whether all of these processes ignore a signal.
  public static boolean ignore(List<Long> pids, ProcessSignal signal) {
    return pids.stream().allMatch(pid -> ignores(ROOT.resolve(Long.toString(pid)), signal));
  }

  private static boolean ignores(Path process, ProcessSignal signal) {
    return read(process.resolve("status"))
        .lines()
        .filter(line -> line.startsWith(IGNORED))
        .map(line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
        .anyMatch(set -> (set >> (signal.number() - 1) & 1) == 1);
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

  private ProcessTable() {}
}
