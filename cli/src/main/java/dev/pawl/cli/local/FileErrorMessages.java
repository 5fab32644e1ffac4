package dev.pawl.cli.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Describes errors of the file system in words.
public final class FileErrorMessages {

  public static String describe(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or directory";
      case FileAlreadyExistsException _ -> "a file of that name exists";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  @SuppressWarnings("NullAway") // it is never without a cause
  public static String describe(UncheckedIOException e) {
    return describe(e.getCause());
  }

  private FileErrorMessages() {}
}
