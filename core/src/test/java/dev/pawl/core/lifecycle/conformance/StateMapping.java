package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/// A mapping of one of our machines to a published one: the published state for each of ours. The
/// mappings are in [StateMappings], their checks in [RefinementCheck].
final class StateMapping {

  /// Our move as the published machine sees it, in a context or without one.
  record Image(Move move, String from, String to) {
    boolean isStutter() {
      return from.equals(to);
    }
  }

  /// A move that is not a row of ours: it is made by a report, or by the next attempt.
  record Beside(String name, String from, String to) {}

  private final String section;
  private final String ours;
  private final String published;
  private UnaryOperator<String> naming = UnaryOperator.identity();
  private final StateView ordinary = new StateView();
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private final SequencedMap<String, StateView> variants = new LinkedHashMap<>();
  private final SequencedMap<String, StateView> beyond = new LinkedHashMap<>();
  private final List<Beside> beside = new ArrayList<>();

  private StateMapping(String section, String ours, String published) {
    this.section = section;
    this.ours = ours;
    this.published = published;
  }

  /// The mapping whose paths are declared under `section`. States that it does not name keep their
  /// name.
  static StateMapping map(String section, String ours, String published) {
    return new StateMapping(section, ours, published);
  }

  /// States that are not named keep their name, in upper case.
  StateMapping inUpperCase() {
    naming = state -> state.toUpperCase(Locale.ROOT);
    return this;
  }

  StateMapping sends(String states, String image) {
    ordinary.sends(states, image);
    return this;
  }

  StateMapping sendsFrom(String before, String state, String image) {
    ordinary.sendsFrom(before, state, image);
    return this;
  }

  StateMapping never(String moves, String why) {
    ordinary.never(moves, why);
    return this;
  }

  /// States or events that the published machine does not have, and why that is no loss.
  StateMapping leavesOut(String statesOrEvents, String why) {
    List.of(statesOrEvents.split(" ")).forEach(word -> leftOut.put(word, why));
    return this;
  }

  /// A context whose paths are declared in the data.
  StateMapping variant(String name, UnaryOperator<StateView> view) {
    variants.put(name, view.apply(new StateView()));
    return this;
  }

  /// A context that the data does not cover: a stutter, a single transition, or a path of ours.
  StateMapping beyondTheData(String name, UnaryOperator<StateView> view) {
    beyond.put(name, view.apply(new StateView()));
    return this;
  }

  StateMapping beside(String name, String from, String to) {
    beside.add(new Beside(name, from, to));
    return this;
  }

  String section() {
    return section;
  }

  String ours() {
    return ours;
  }

  String published() {
    return published;
  }

  StateView ordinary() {
    return ordinary;
  }

  SequencedMap<String, StateView> variants() {
    return variants;
  }

  SequencedMap<String, StateView> beyond() {
    return beyond;
  }

  List<Beside> beside() {
    return beside;
  }

  boolean leavesOut(Move move) {
    return leftOut.containsKey(move.from())
        || leftOut.containsKey(move.to())
        || leftOut.containsKey(move.event());
  }

  String image(String state) {
    return ordinary.image(state).orElseGet(() -> naming.apply(state));
  }

  Image image(Move move, StateView view) {
    String to =
        view.imageFrom(move.from(), move.to())
            .or(() -> ordinary.imageFrom(move.from(), move.to()))
            .orElseGet(() -> naming.apply(move.to()));
    return new Image(move, view.image(move.from()).orElseGet(() -> image(move.from())), to);
  }
}
