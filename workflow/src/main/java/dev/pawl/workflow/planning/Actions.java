package dev.pawl.workflow.planning;

import dev.pawl.workflow.action.ActionFile;
import dev.pawl.workflow.action.ActionReading;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.reader.Library;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The composite actions of the repository, each read once.
final class Actions {

  private static final List<String> NAMES = List.of("action.yml", "action.yaml");

  private final Library library;
  private final Troubles troubles;
  private final Map<String, Found> read = new TreeMap<>();

  /// What a path leads to.
  sealed interface Found {}

  record Action(CompositeAction action) implements Found {}

  /// Nothing that could be run, and why.
  record Nothing(String why) implements Found {}

  Actions(Library library, Troubles troubles) {
    this.library = library;
    this.troubles = troubles;
  }

  /// What is at `./path`.
  Found at(String path) {
    Found known = read.get(path);
    if (known == null) {
      known = find(path);
      read.put(path, known);
    }
    return known;
  }

  private Found find(String path) {
    for (String name : NAMES) {
      String file = path.endsWith("/") ? path + name : path + "/" + name;
      Optional<byte[]> bytes = library.find(file);
      if (bytes.isPresent()) {
        return read(file, bytes.get());
      }
    }
    return new Nothing("there is no action.yml in %s".formatted(path));
  }

  private Found read(String file, byte[] bytes) {
    return switch (ActionFile.read(file, bytes)) {
      case ActionReading.Accepted(CompositeAction action, _) -> new Action(action);
      case ActionReading.Foreign(String using, _) ->
          new Nothing(
              "%s runs using %s: only composite actions can be used"
                  .formatted(file, Printable.quoted(using)));
      case ActionReading.Refused(var diagnostics) -> {
        troubles.errors(diagnostics.errors());
        yield new Nothing("%s is no action".formatted(file));
      }
    };
  }
}
