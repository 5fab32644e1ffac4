package dev.pawl.cli.workflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.discovery.ProjectFolder;
import dev.pawl.workflow.discovery.WorkflowDiscovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Lists the root of a repository and its direct subdirectories, for workflow discovery.
final class RepositoryListing {

  private static final int MOST_ENTRIES = 2000;
  private static final int MOST_FOLDERS = 200;
  private static final int MOST_BYTES = 64 << 10;

  static List<ProjectFolder> of(Path root) {
    List<ProjectFolder> folders = new ArrayList<>(List.of(folder("", root)));
    entries(root).stream()
        .filter(entry -> !name(entry).startsWith(".") && Files.isDirectory(entry))
        .limit(MOST_FOLDERS)
        .forEach(entry -> folders.add(folder(name(entry), entry)));
    return folders;
  }

  private static ProjectFolder folder(String path, Path directory) {
    var texts = new TreeMap<String, String>();
    entries(directory).forEach(entry -> texts.put(name(entry), beginning(entry)));
    return new ProjectFolder(path, texts);
  }

  /// The entries, sorted and limited; sorting makes the selection deterministic.
  private static List<Path> entries(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
      found.forEach(entries::add);
    } catch (IOException _) {
      return List.of(); // an unreadable directory counts as empty
    }
    return entries.stream().sorted().limit(MOST_ENTRIES).toList();
  }

  private static String beginning(Path file) {
    if (!WorkflowDiscovery.FILES_TO_READ.contains(name(file)) || !Files.isRegularFile(file)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8);
    } catch (IOException _) {
      return "";
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private RepositoryListing() {}
}
