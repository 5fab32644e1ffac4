package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.yaml.Utf8Decoder;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the actions of the repository that steps use, directly or indirectly, each once.
///
/// Recursion is as deep as actions are nested, which is limited.
public final class LocalActions {

  /// The limit on the nesting of actions.
  public static final int MAX_DEPTH = 10;

  private static final List<String> NAMES = List.of("action.yml", "action.yaml");

  private final Optional<RepositoryFiles> library;
  private final DiagnosticCollector otherFiles;
  private final Map<String, Found> read = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();

  /// The result of looking up a path.
  sealed interface Found {}

  record Action(CompositeAction action) implements Found {}

  /// No action that can run, with the reason.
  record Unsupported(String reason) implements Found {}

  /// An action that cannot be used here, with the reason.
  record Misplaced(String reason) implements Found {}

  /// A file with errors, which are reported in that file.
  record Invalid() implements Found {}

  /// Not looked up, because no files are available.
  record Unknown() implements Found {}

  /// Starts with no action read.
  ///
  /// @param otherFiles receives the diagnostics of actions' files
  public LocalActions(Optional<RepositoryFiles> library, DiagnosticCollector otherFiles) {
    this.library = library;
    this.otherFiles = otherFiles;
  }

  /// Looks up the action at `./path`.
  Found find(String path) {
    if (library.isEmpty()) {
      return new Unknown();
    }
    if (open.contains(path)) {
      return new Misplaced("it uses itself");
    }
    Found known = read.get(path);
    if (known != null) {
      return known;
    }
    if (open.size() >= MAX_DEPTH) {
      return new Misplaced("actions may be nested at most " + MAX_DEPTH + " deep");
    }
    open.addLast(path);
    Found found = find(library.get(), path);
    open.removeLast();
    read.put(path, found);
    return found;
  }

  private Found find(RepositoryFiles files, String path) {
    for (String name : NAMES) {
      String file = path.endsWith("/") ? path + name : path + "/" + name;
      Optional<byte[]> bytes = files.find(file);
      if (bytes.isPresent()) {
        return read(file, bytes.get());
      }
    }
    return new Unsupported("no action.yml in " + path);
  }

  private Found read(String file, byte[] bytes) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode(file, bytes, findings);
    Optional<YamlNode> root =
        findings.hasErrors() ? Optional.empty() : YamlReader.read(source, findings);
    Optional<String> foreign = root.flatMap(ActionReader::unsupportedRuntime);
    if (foreign.isPresent()) {
      return new Unsupported(
          "%s runs using %s: only composite actions are supported"
              .formatted(file, PrintableText.quoted(foreign.get())));
    }
    Optional<CompositeAction> action =
        root.flatMap(found -> ActionReader.read(file, found, findings, this));
    otherFiles.include(source, findings);
    return action.<Found>map(Action::new).orElse(new Invalid());
  }
}
