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

/// A control group of version 2. Its processes and their children cannot leave it, whatever they do
/// to their session, process group or environment, unless they may write to other control groups.
///
/// @param directory the directory of the group in the cgroup file system
public record Cgroup(Path directory) {

  /// The time within which killed processes are gone, unless the kernel does not release them.
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(1);

  /// Makes a child group.
  public Cgroup create(String name) throws IOException {
    return new Cgroup(Files.createDirectory(directory.resolve(name)));
  }

  /// The file that a process writes 0 to in order to join the group.
  public Path members() {
    return directory.resolve("cgroup.procs");
  }

  /// Whether the group and its children have no processes.
  public boolean isEmpty() {
    try {
      return Files.readString(directory.resolve("cgroup.events")).contains("populated 0");
    } catch (IOException _) {
      return !Files.exists(directory);
    }
  }

  /// Kills the processes of the group and of its children, also those that are being forked.
  public void kill() {
    byte[] one = "1".getBytes(StandardCharsets.US_ASCII);
    try {
      Files.write(directory.resolve("cgroup.kill"), one, StandardOpenOption.WRITE);
    } catch (IOException _) {
      // The group is gone with its processes; or a sweep finds them.
    }
  }

  /// Kills the processes of the group, and removes it. Waits no longer than a few seconds for
  /// processes that the kernel does not release.
  ///
  /// @return whether the group is gone
  public boolean killAndRemove() {
    long deadline = System.nanoTime() + KILL_TIMEOUT.toNanos();
    while (!remove()) {
      if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        return false;
      }
      kill();
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }

  /// Removes the group, after its children if it has any. The kernel refuses that while there are
  /// processes, and for a moment after the last one was killed.
  private boolean remove() {
    if (delete()) {
      return true;
    }
    boolean areChildrenRemoved = true;
    for (Cgroup inner : children()) {
      areChildrenRemoved &= inner.remove();
    }
    return areChildrenRemoved && delete();
  }

  private boolean delete() {
    try {
      Files.deleteIfExists(directory);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// The child groups.
  List<Cgroup> children() {
    List<Cgroup> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(directory, path -> Files.isDirectory(path))) {
      entries.forEach(path -> found.add(new Cgroup(path)));
    } catch (IOException | java.nio.file.DirectoryIteratorException _) {
      // The group is gone.
    }
    return found;
  }
}
