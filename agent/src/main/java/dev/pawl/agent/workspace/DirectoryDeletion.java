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

/// Deletes directory trees. An entry that cannot be deleted stays, and the others are deleted.
///
/// Every name is looked up in the open directory that it was read from, and no link is followed: if
/// a process replaces a directory by a link meanwhile, only the link is deleted. A job may have
/// removed its own permissions on a directory, which are then restored. That goes by path and so
/// could be redirected; but an agent that needs it has no more rights than the job had.
public final class DirectoryDeletion {

  public static void delete(Path tree) {
    Path parent = tree.toAbsolutePath().getParent();
    Path name = tree.getFileName();
    if (parent == null || name == null) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      if (entries instanceof SecureDirectoryStream<Path> secure) {
        delete(secure, name, parent);
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It stays, and the next start tries again.
    }
  }

  private static void delete(SecureDirectoryStream<Path> parent, Path name, Path path) {
    try {
      if (isDirectory(parent, name)) {
        deleteContents(parent, name, path.resolve(name));
        parent.deleteDirectory(name);
      } else {
        parent.deleteFile(name);
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It stays.
    }
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> parent, Path name)
      throws IOException {
    return parent
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private static void deleteContents(SecureDirectoryStream<Path> parent, Path name, Path path)
      throws IOException {
    SecureDirectoryStream<Path> directory = open(parent, name, path);
    try (directory) {
      for (Path entry : directory) {
        delete(directory, entry.getFileName(), path);
      }
    }
  }

  /// Opens a directory, after giving its owner the permissions that are missing.
  private static SecureDirectoryStream<Path> open(
      SecureDirectoryStream<Path> parent, Path name, Path path) throws IOException {
    if (!Files.isReadable(path) || !Files.isWritable(path) || !Files.isExecutable(path)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    return parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }

  private DirectoryDeletion() {}
}
