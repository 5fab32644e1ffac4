package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// The shared memory, semaphores and message queues of System V, which outlive the processes that
/// made them.
public enum SystemVIpc {
  MEMORY("shm", "shmctl"),
  SEMAPHORES("sem", "semctl"),
  QUEUES("msg", "msgctl");

  private static final int REMOVE = 0;

  /// The first line has the names of the columns, of which the second is that of the number.
  private static final int ID = 1;

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Path table;
  private final String function;

  SystemVIpc(String table, String function) {
    this.table = Path.of("/proc/sysvipc", table);
    this.function = function;
  }

  /// Removes everything that belongs to a user.
  public static void removeAllOf(int uid) {
    for (SystemVIpc kind : values()) {
      kind.removeOf(uid);
    }
  }

  private void removeOf(int uid) {
    List<String> rows = rows();
    if (rows.size() < 2) {
      return;
    }
    int owner = columns(rows.getFirst()).indexOf("uid");
    for (String row : rows.subList(1, rows.size())) {
      List<String> fields = columns(row);
      if (owner > ID && fields.get(owner).equals(Integer.toString(uid))) {
        // The second argument of semctl is ignored, and that of the others is the operation.
        int _ = Libc.call(function, Long.parseLong(fields.get(ID)), REMOVE, REMOVE).value();
      }
    }
  }

  private List<String> rows() {
    try {
      return Files.readAllLines(table);
    } catch (IOException _) {
      return List.of(); // the kernel has none
    }
  }

  private static List<String> columns(String row) {
    return List.of(BLANKS.split(row.strip()));
  }
}
