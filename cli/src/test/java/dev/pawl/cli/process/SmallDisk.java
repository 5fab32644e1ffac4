package dev.pawl.cli.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A small file system in memory that can be filled without harm, if the machine allows mounting
/// one.
public final class SmallDisk implements AutoCloseable {

  private final Path place;
  private final boolean isMounted;

  /// @param place the mount point, which is created
  /// @param size as `mount` understands it
  public SmallDisk(Path place, String size) {
    this.place = place;
    try {
      Files.createDirectories(place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.isMounted =
        isDone("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString());
  }

  /// Whether it is mounted; otherwise it must not be filled.
  public boolean isMounted() {
    return isMounted;
  }

  /// Fills the disk completely.
  public void fill() {
    try (OutputStream filler = Files.newOutputStream(filler())) {
      for (int size = 64 * 1024; size > 0; size /= 2) {
        fillWith(filler, new byte[size]);
      }
    } catch (IOException _) {
      // That there is no room is what was wanted.
    }
  }

  private static void fillWith(OutputStream filler, byte[] block) {
    try {
      while (true) {
        filler.write(block);
      }
    } catch (IOException _) {
      // Smaller ones may still fit.
    }
  }

  public void free() {
    try {
      Files.deleteIfExists(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Its mount point.
  public Path place() {
    return place;
  }

  private Path filler() {
    return place.resolve("filler");
  }

  private static boolean isDone(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    if (isMounted && !isDone("umount", "-l", place.toString())) {
      System.err.println("cannot unmount " + place);
    }
  }
}
