package dev.pawl.core.lifecycle.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The specification: the tables of our machines and of the published ones, and the declared paths.
///
/// @param ours our machines, in the order run, attempt, step, lease, breaker
/// @param published by the name of their file
/// @param declared the paths, by the heading of their mapping
record MachineSpec(
    List<MachineTable> ours,
    SequencedMap<String, MachineTable> published,
    SequencedMap<String, List<Declared>> declared) {

  /// One declared path: a published machine sees our `move` as `path`, from one of its states to
  /// another. The move is `state EVENT`, `state EVENT, variant`, or words for what is not a row.
  record Declared(String move, String from, String to, List<String> path) {

    boolean is(String label, String image, String nextImage) {
      return move.equals(label) && from.equals(image) && to.equals(nextImage);
    }
  }

  MachineTable table(String name) {
    return ours.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }

  MachineSpec without(String section, Declared dropped) {
    var left = new LinkedHashMap<>(declared);
    left.computeIfPresent(section, (_, paths) -> paths.stream().filter(not(dropped)).toList());
    return new MachineSpec(ours, published, left);
  }

  MachineSpec with(String section, Declared added) {
    var more = new LinkedHashMap<>(declared);
    more.computeIfPresent(
        section, (_, paths) -> Stream.concat(paths.stream(), Stream.of(added)).toList());
    return new MachineSpec(ours, published, more);
  }

  MachineSpec without(String machine, MachineTable.Move dropped) {
    var left = new LinkedHashMap<>(published);
    left.computeIfPresent(machine, (_, table) -> table.without(dropped));
    return new MachineSpec(ours, left, declared);
  }

  private static <T> Predicate<T> not(T dropped) {
    return Predicate.not(dropped::equals);
  }
}
