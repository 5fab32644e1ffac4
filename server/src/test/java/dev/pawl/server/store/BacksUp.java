package dev.pawl.server.store;

import dev.pawl.server.runtime.StoreFailure;
import java.nio.file.Path;

/// A process that makes one backup, and says what came of it.
final class BacksUp {

  public static void main(String[] args) {
    try {
      System.out.println(SqliteBackup.copy(Path.of(args[0]), Path.of(args[1])));
    } catch (StoreFailure e) {
      System.out.println("failed: " + e.getMessage());
    }
  }

  private BacksUp() {}
}
