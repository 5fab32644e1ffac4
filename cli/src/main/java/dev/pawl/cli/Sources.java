package dev.pawl.cli;

import dev.pawl.workflow.Reading;
import dev.pawl.workflow.WorkflowFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads workflow files, each no further than it is worth.
final class Sources {

  /// How standard input is named, as an argument and in diagnostics.
  static final Path STANDARD_INPUT = Path.of("-");

  static Reading read(Path file) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return WorkflowFile.read("standard input", bounded(System.in));
    }
    if (Files.isDirectory(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is a directory; name a workflow file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return WorkflowFile.read(file.toString(), bounded(in));
    }
  }

  private static byte[] bounded(InputStream in) throws IOException {
    return in.readNBytes(WorkflowFile.MOST_BYTES + 1);
  }

  private Sources() {}
}
