package dev.pawl.agent.exec;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Deletes all that it visits. What a job has made may be locked against its own owner, and is
/// opened up; what cannot be deleted all the same is left, and the rest is not.
final class Deletion extends SimpleFileVisitor<Path> {

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
    openUp(directory);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    return delete(file);
  }

  /// What is in a directory that could not be listed is visited once it can be.
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
    boolean isDirectory = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    if (isDirectory && !Files.isReadable(file) && openUp(file) && Files.isReadable(file)) {
      Files.walkFileTree(file, this);
    }
    return delete(file);
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem) {
    return delete(directory);
  }

  private static boolean openUp(Path directory) {
    try {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static FileVisitResult delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException _) {
      // Left.
    }
    return FileVisitResult.CONTINUE;
  }
}
