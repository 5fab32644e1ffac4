package dev.pawl.cli.workflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.action.ActionFile;
import dev.pawl.workflow.diagnostics.Diagnostics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Reads workflow files and other input files, with a size limit for each kind.
public final class InputFileReader {

  /// The name of standard input, as an argument and in diagnostics.
  static final Path STANDARD_INPUT = Path.of("-");

  private static final Set<String> ACTIONS = Set.of("action.yml", "action.yaml");
  private static final int MOST_BYTES = 16 << 20;

  /// Reads a workflow.
  ///
  /// @param file as the user named it
  /// @param directory the project's directory, where the file and those that it uses are found
  static WorkflowReadResult read(Path file, Path directory) throws IOException {
    var library = RepositoryLibrary.of(file, directory);
    if (file.equals(STANDARD_INPUT)) {
      return WorkflowFile.read("standard input", bounded(System.in), library);
    }
    try (InputStream in = open(directory.resolve(file))) {
      return WorkflowFile.read(file.toString(), bounded(in), library);
    }
  }

  /// The diagnostics of a workflow or an action; the file's name decides which it is.
  public static Diagnostics diagnose(Path file, Path directory) throws IOException {
    if (!ACTIONS.contains(String.valueOf(file.getFileName()))) {
      return read(file, directory).diagnostics();
    }
    try (InputStream in = open(directory.resolve(file))) {
      var library = RepositoryLibrary.of(file, directory);
      return ActionFile.read(file.toString(), bounded(in), library).diagnostics();
    }
  }

  /// The text of a file that is not a workflow.
  public static String text(Path file) throws IOException {
    try (InputStream in = open(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new FileSystemException(file.toString(), null, "it is larger than 16 MiB");
      }
      return new String(bytes, UTF_8);
    }
  }

  private static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "it is a directory; name a file");
    }
    if (Files.exists(file) && !Files.isRegularFile(file) && !isDevice(file)) {
      throw new FileSystemException(file.toString(), null, "it is not a regular file");
    }
    return Files.newInputStream(file);
  }

  /// Whether the file is one of the system's, such as `/dev/stdin` or the `/dev/fd/63` of a shell's
  /// `<(command)`. Reading another named pipe would wait for a writer that may never come.
  private static boolean isDevice(Path file) {
    return file.startsWith("/dev") || file.startsWith("/proc");
  }

  private static byte[] bounded(InputStream in) throws IOException {
    return in.readNBytes(WorkflowFile.MAX_BYTES + 1);
  }

  private InputFileReader() {}
}
