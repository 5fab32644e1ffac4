package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The published machine's view of our states in one context, such as "the cause is a run timeout".
/// A [StateMapping] has one view without a context and one for each context in which a state looks
/// different; the latter covers only moves from or to those states.
final class StateView {

  private final Map<String, String> images = new LinkedHashMap<>();
  private final Map<String, String> imagesAfter = new LinkedHashMap<>();
  private final Map<String, String> impossible = new LinkedHashMap<>();
  private final Map<String, List<String>> paths = new LinkedHashMap<>();

  /// Maps the states, separated by blanks, to `image`.
  StateView sends(String states, String image) {
    List.of(states.split(" ")).forEach(state -> images.put(state, image));
    return this;
  }

  /// Maps the state to `image` if it was reached from `before`.
  StateView sendsFrom(String before, String state, String image) {
    imagesAfter.put(before + " " + state, image);
    return this;
  }

  /// The moves, separated by commas, that do not happen in this context or mean nothing in it.
  StateView never(String moves, String why) {
    List.of(moves.split(", ")).forEach(move -> impossible.put(move, why));
    return this;
  }

  /// The longer path from one image to another, in a context that the data does not cover.
  StateView path(String from, String to, String... path) {
    paths.put(from + " " + to, List.of(path));
    return this;
  }

  boolean concerns(Move move) {
    return images.containsKey(move.from()) || images.containsKey(move.to());
  }

  boolean rulesOut(Move move) {
    return impossible.containsKey(move.label());
  }

  /// The moves that are ruled out: each must be a move, or the mapping is out of date.
  List<String> ruledOut() {
    return new ArrayList<>(impossible.keySet());
  }

  Optional<String> image(String state) {
    return Optional.ofNullable(images.get(state));
  }

  Optional<String> imageFrom(String before, String state) {
    return Optional.ofNullable(imagesAfter.get(before + " " + state)).or(() -> image(state));
  }

  List<String> path(String from, String to) {
    return paths.getOrDefault(from + " " + to, List.of());
  }
}
