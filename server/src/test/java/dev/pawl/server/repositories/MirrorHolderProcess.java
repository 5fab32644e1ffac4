package dev.pawl.server.repositories;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// A server that reads a file of a repository, says what is in it, and then keeps the copy of the
/// repository until it is killed.
final class MirrorHolderProcess {

  /// Reads and waits.
  ///
  /// @param args the directory of the copies, and the address of the repository
  public static void main(String[] args) throws Exception {
    var mirrors = new Mirrors(Path.of(args[0]), InstantSource.system(), Duration.ofMinutes(1));
    try (RepositorySnapshot snapshot = mirrors.snapshot(args[1], "")) {
      byte[] file = snapshot.find("./file").orElseThrow();
      System.out.println(new String(file, StandardCharsets.UTF_8).strip());
      new CountDownLatch(1).await();
    }
  }

  private MirrorHolderProcess() {}
}
