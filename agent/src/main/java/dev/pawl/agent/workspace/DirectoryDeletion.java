package dev.pawl.agent.workspace;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/// Deletes a tree. What cannot be deleted is left, and the rest is not.
///
/// Every name is looked up in the open directory that it was read from, and no link is followed: a
/// process that turns a directory into a link meanwhile deletes nothing but the link. What a job
/// has made may be locked against its own owner, and is opened up. That goes by the path, and so
/// could be led astray; but whoever needs it has no more rights than the job had.
final class DirectoryDeletion {

  static void delete(Path tree) {
    Path parent = tree.toAbsolutePath().getParent();
    Path name = tree.getFileName();
    if (parent == null || name == null) {
      return;
    }
    try (DirectoryStream<Path> around = Files.newDirectoryStream(parent)) {
      if (around instanceof SecureDirectoryStream<Path> secure) {
        delete(secure, name, parent);
      }
    } catch (IOException | DirectoryIteratorException _) {
      // Left for the next start, which tries again.
    }
  }

  private static void delete(SecureDirectoryStream<Path> around, Path name, Path path) {
    try {
      if (isDirectory(around, name)) {
        deleteAllIn(around, name, path.resolve(name));
        around.deleteDirectory(name);
      } else {
        around.deleteFile(name);
      }
    } catch (IOException | DirectoryIteratorException _) {
      // Left.
    }
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> around, Path name)
      throws IOException {
    return around
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private static void deleteAllIn(SecureDirectoryStream<Path> around, Path name, Path path)
      throws IOException {
    SecureDirectoryStream<Path> directory = opened(around, name, path);
    try (directory) {
      for (Path entry : directory) {
        delete(directory, entry.getFileName(), path);
      }
    }
  }

  /// What its owner may not list, enter or change is opened up first.
  private static SecureDirectoryStream<Path> opened(
      SecureDirectoryStream<Path> around, Path name, Path path) throws IOException {
    if (!Files.isReadable(path) || !Files.isWritable(path) || !Files.isExecutable(path)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    return around.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }

  private DirectoryDeletion() {}
}
