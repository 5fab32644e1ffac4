package dev.pawl.core.lifecycle.conformance;

import static java.util.Objects.requireNonNull;

import dev.pawl.core.lifecycle.conformance.MachineSpec.Declared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the [MachineSpec] from its files: copies of the design's data, in the test resources.
public final class MachineSpecReader {

  /// Texts of rows for which the specification repeats one text for several rows; ours says what
  /// applies to the row.
  private static final Map<String, String> TEXTS_OF_ROWS =
      Map.ofEntries(
          Map.entry(
              "machine-attempt queued FAIL",
              "no agent took it in time, it cannot be evaluated, or its owner is gone"),
          Map.entry(
              "machine-attempt leased FAIL",
              "too many leases ended before START, or its owner is gone"),
          Map.entry(
              "machine-attempt starting FAIL",
              "job.complete, failed; start-up time-out; or too many leases ended before START"),
          Map.entry("machine-attempt running FAIL", "job.complete, failed"),
          Map.entry(
              "machine-attempt uploading FAIL", "job.complete, failed; or the upload was cut off"),
          Map.entry("machine-attempt recovering FAIL", "job.complete, failed"),
          Map.entry("machine-attempt cancelling FAIL", "a hook failed while cancelling"),
          Map.entry("machine-run plan_failed FAIL", "the plan failed"));

  private static final JsonMapper JSON = new JsonMapper();

  static MachineSpec read() {
    SequencedMap<String, MachineTable> published = new LinkedHashMap<>();
    Stream.of(
            "kici-execution",
            "delta-run",
            "delta-job",
            "delta-lease",
            "workstream",
            "workstream-step",
            "circuit-breaker")
        .forEach(name -> published.put(name, table(name, tree("published-" + name))));
    return new MachineSpec(
        Stream.of("run", "attempt", "step", "lease", "breaker")
            .map(name -> table(name, tree("machine-" + name)))
            .toList(),
        published,
        declared());
  }

  /// A file of the specification, with a text of its own for each row.
  public static JsonNode tree(String file) {
    try (var in = MachineSpecReader.class.getResourceAsStream("/spec/" + file + ".json")) {
      JsonNode tree = JSON.readTree(requireNonNull(in, file));
      tree.path("transitions").forEach(row -> replaceText(file, (ObjectNode) row));
      return tree;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replaceText(String file, ObjectNode row) {
    String key = "%s %s %s".formatted(file, text(row, "from"), text(row, "event"));
    @Nullable String text = TEXTS_OF_ROWS.get(key);
    if (text != null) {
      row.put("when", text);
    }
  }

  public static JsonNode parse(String json) {
    return JSON.readTree(json);
  }

  private static SequencedMap<String, List<Declared>> declared() {
    SequencedMap<String, List<Declared>> declared = new LinkedHashMap<>();
    tree("refinement")
        .properties()
        .forEach(section ->
            declared.put(section.getKey(), rows(section.getValue(), MachineSpecReader::path)));
    return declared;
  }

  private static MachineTable table(String name, JsonNode tree) {
    return new MachineTable(
        name,
        text(tree, "initial"),
        words(tree.path("states")),
        words(tree.path("terminal")),
        rows(tree.path("transitions"), MachineSpecReader::move),
        rows(tree.path("late"), MachineSpecReader::late));
  }

  /// A row of ours, or of a published machine, which has neither owner nor condition.
  private static MachineTable.Move move(JsonNode row) {
    return new MachineTable.Move(
        text(row, "from"),
        text(row, "event"),
        text(row, "to"),
        row.path("owner").asString(""),
        row.path("when").asString(""));
  }

  private static MachineTable.Late late(JsonNode row) {
    return new MachineTable.Late(text(row, "from"), text(row, "event"), text(row, "reason"));
  }

  private static Declared path(JsonNode row) {
    return new Declared(
        text(row, "move"), text(row, "from"), text(row, "to"), words(row.path("path")));
  }

  private static String text(JsonNode row, String key) {
    return row.required(key).asString();
  }

  private static List<String> words(JsonNode array) {
    return rows(array, JsonNode::asString);
  }

  private static <T> List<T> rows(JsonNode array, Function<JsonNode, T> read) {
    List<T> rows = new ArrayList<>();
    array.forEach(row -> rows.add(read.apply(row)));
    return rows;
  }

  private MachineSpecReader() {}
}
