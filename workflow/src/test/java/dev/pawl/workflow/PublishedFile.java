package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.reader.CallLimits;
import dev.pawl.workflow.reader.CalledWorkflows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A workflow file of the published corpus, with the result of the published reader.
///
/// Its sections between lines of `---` are options, a workflow, names and texts of called workflows
/// in turn, and last the result.
record PublishedFile(
    String name, String options, String text, Map<String, String> called, Value.Dict result) {

  private static final Pattern PLACE =
      Pattern.compile("^(\\S+) \\(Line: (\\d+), Col: (\\d+)\\)|on line (\\d+) and column (\\d+)");

  /// The position of an error in the published result.
  ///
  /// @param file empty for the workflow itself
  record Place(String file, int line, int column) {}

  static PublishedFile of(Path path) {
    try {
      String[] sections = Files.readString(path).split("(?m)^---$\n?", -1);
      Map<String, String> called = new HashMap<>();
      for (int at = 2; at + 1 < sections.length - 1; at += 2) {
        called.put(sections[at].strip(), sections[at + 1]);
      }
      return new PublishedFile(
          path.getFileName().toString(),
          sections[0],
          sections[1],
          called,
          (Value.Dict) Value.parseJson(sections[sections.length - 1]));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  WorkflowReadResult read() {
    CallLimits limits =
        new CallLimits(
            option("max-nested-reusable-workflows-depth").orElse(CallLimits.DEFAULT.nested()),
            option("max-job-limit").orElse(CallLimits.DEFAULT.jobs()));
    return WorkflowFile.read(
        name,
        text.getBytes(UTF_8),
        new CalledWorkflows(
            reference ->
                Optional.ofNullable(called.get(reference)).map(found -> found.getBytes(UTF_8)),
            limits));
  }

  boolean isRefused() {
    return result.fields().containsKey("errors");
  }

  boolean hasPlaces() {
    return options.contains("include-source: true");
  }

  /// The positions of the errors, as far as the result has them.
  List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Value error : ((Value.Array) requireNonNull(result.fields().get("errors"))).elements()) {
      String message = requireNonNull(((Value.Dict) error).fields().get("Message")).text();
      Matcher matcher = PLACE.matcher(message);
      if (matcher.find()) {
        boolean isLong = matcher.group(1) != null;
        String file = isLong && called.containsKey(matcher.group(1)) ? matcher.group(1) : "";
        places.add(
            new Place(
                file,
                Integer.parseInt(matcher.group(isLong ? 2 : 4)),
                Integer.parseInt(matcher.group(isLong ? 3 : 5))));
      }
    }
    return places;
  }

  private Optional<Integer> option(String name) {
    Matcher matcher = Pattern.compile("(?m)^" + name + ": (\\d+)$").matcher(options);
    return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }
}
