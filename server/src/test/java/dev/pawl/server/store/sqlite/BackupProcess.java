package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.StoreUnavailable;
import java.nio.file.Path;

/// A process that makes one backup and prints the result.
final class BackupProcess {

  public static void main(String[] args) {
    try {
      System.out.println(SqliteBackup.copy(Path.of(args[0]), Path.of(args[1])));
    } catch (StoreUnavailable e) {
      System.out.println("failed: " + e.getMessage());
    }
  }

  private BackupProcess() {}
}
