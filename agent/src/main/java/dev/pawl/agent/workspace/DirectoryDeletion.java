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
import java.util.UUID;

/// Deletes directory trees. An entry that cannot be deleted stays, and the others are deleted.
///
/// Every name is looked up in the open directory that it was read from, and no link is followed: if
/// a process replaces a directory by a link meanwhile, only the link is deleted. A job may have
/// removed its own permissions on a directory, which are then restored. That goes by path and so
/// could be redirected; but an agent that needs it has no more rights than the job had.
///
/// A tree can be deeper than a path may be long, and than this process can have directories open.
/// So what is too deep is moved to the top of the tree first, and deleted from there.
public final class DirectoryDeletion {

  private static final int MAX_DEPTH = 64;
  private static final int MAX_PATH_LENGTH = 1000;

  private final SecureDirectoryStream<Path> top;
  private final int topLength;
  private boolean isAnyMoved;

  private DirectoryDeletion(SecureDirectoryStream<Path> top, Path path) {
    this.top = top;
    this.topLength = path.toString().length();
  }

  public static void delete(Path tree) {
    Path parent = tree.toAbsolutePath().getParent();
    Path name = tree.getFileName();
    if (parent == null || name == null) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      if (entries instanceof SecureDirectoryStream<Path> secure) {
        delete(secure, name, parent.resolve(name));
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It stays, and the next start tries again.
    }
  }

  private static void delete(SecureDirectoryStream<Path> parent, Path name, Path path)
      throws IOException {
    if (!isDirectory(parent, name)) {
      parent.deleteFile(name);
      return;
    }
    while (true) {
      try (SecureDirectoryStream<Path> top = open(parent, name, path)) {
        var deletion = new DirectoryDeletion(top, path);
        deletion.deleteContents(top, path, 1);
        if (!deletion.isAnyMoved) {
          break;
        }
      }
    }
    parent.deleteDirectory(name);
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> parent, Path name)
      throws IOException {
    return parent
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private void deleteContents(SecureDirectoryStream<Path> directory, Path path, int depth) {
    for (Path entry : directory) {
      Path name = entry.getFileName();
      try {
        deleteEntry(directory, name, path.resolve(name), depth);
      } catch (IOException | DirectoryIteratorException _) {
        // It stays.
      }
    }
  }

  private void deleteEntry(SecureDirectoryStream<Path> parent, Path name, Path path, int depth)
      throws IOException {
    if (!isDirectory(parent, name)) {
      parent.deleteFile(name);
    } else if (depth > 1 && isTooDeep(path, depth)) {
      restorePermissions(path);
      parent.move(name, top, Path.of("deep-" + UUID.randomUUID()));
      isAnyMoved = true;
    } else {
      try (SecureDirectoryStream<Path> directory = open(parent, name, path)) {
        deleteContents(directory, path, depth + 1);
      }
      parent.deleteDirectory(name);
    }
  }

  private boolean isTooDeep(Path path, int depth) {
    return depth > MAX_DEPTH || path.toString().length() - topLength > MAX_PATH_LENGTH;
  }

  private static SecureDirectoryStream<Path> open(
      SecureDirectoryStream<Path> parent, Path name, Path path) throws IOException {
    restorePermissions(path);
    return parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }

  /// Gives the owner of a directory the permissions that are missing.
  private static void restorePermissions(Path path) throws IOException {
    if (!Files.isReadable(path) || !Files.isWritable(path) || !Files.isExecutable(path)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
