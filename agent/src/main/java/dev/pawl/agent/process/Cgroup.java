package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A control group of version 2: processes that cannot leave it, whatever they do to their session,
/// group or environment, short of being allowed to write to others. Whoever starts one is in it
/// with all that it starts.
///
/// @param directory where the kernel shows it
public record Cgroup(Path directory) {

  /// What is killed is gone in a moment, but for what the kernel does not let go of.
  private static final Duration DEATH = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(1);

  /// Makes one within this one.
  public Cgroup create(String name) throws IOException {
    return new Cgroup(Files.createDirectory(directory.resolve(name)));
  }

  /// What a process writes 0 to that wants to be in it.
  public Path members() {
    return directory.resolve("cgroup.procs");
  }

  /// Whether nobody is in it, nor in those within it.
  public boolean isEmpty() {
    try {
      return Files.readString(directory.resolve("cgroup.events")).contains("populated 0");
    } catch (IOException _) {
      return !Files.exists(directory);
    }
  }

  /// Kills whoever is in it, and those within it, also who is just being forked.
  public void kill() {
    byte[] one = "1".getBytes(StandardCharsets.US_ASCII);
    try {
      Files.write(directory.resolve("cgroup.kill"), one, StandardOpenOption.WRITE);
    } catch (IOException _) {
      // It is gone, and so are they; or a sweep finds them.
    }
  }

  /// Ends whoever is in it, and takes it away. Says whether it is gone: what the kernel does not
  /// let go of holds nobody up for longer than a few seconds.
  public boolean killAndRemove() {
    long deadline = System.nanoTime() + DEATH.toNanos();
    if (!isEmpty()) {
      kill();
    }
    while (!isRemoved()) {
      if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        return false;
      }
      kill();
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }

  /// Those within it, and this one at last. A group whose last process has just been killed is
  /// refused for a moment.
  private boolean isRemoved() {
    boolean isFree = true;
    for (Cgroup inner : children()) {
      isFree &= inner.isRemoved();
    }
    try {
      Files.deleteIfExists(directory);
      return isFree;
    } catch (IOException _) {
      return false;
    }
  }

  /// Those that were made within it.
  List<Cgroup> children() {
    List<Cgroup> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(directory, path -> Files.isDirectory(path))) {
      entries.forEach(path -> found.add(new Cgroup(path)));
    } catch (IOException | java.nio.file.DirectoryIteratorException _) {
      // It is gone.
    }
    return found;
  }
}
