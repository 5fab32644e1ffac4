package dev.pawl.server.store.sqlite;

import java.nio.file.Path;

/// A process that opens new stores, one after another, each at the same time as its siblings do.
final class OpenLoopProcess {

  private static final int STORES = 50;

  private static final long INTERVAL_MILLIS = 40;

  /// Opens the stores. Exits with 1 if that fails.
  ///
  /// @param args the directory of the stores, and the time of the first one in milliseconds
  public static void main(String[] args) {
    for (int store = 0; store < STORES; store++) {
      long at = Long.parseLong(args[1]) + store * INTERVAL_MILLIS;
      while (System.currentTimeMillis() < at) {
        Thread.onSpinWait();
      }
      SqliteDatabase.open(Path.of(args[0], store + ".db")).close();
    }
  }

  private OpenLoopProcess() {}
}
