package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineSpec.Declared;
import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import dev.pawl.core.lifecycle.conformance.StateMapping.Image;
import java.util.List;
import java.util.Optional;

/// Checks an actual transition against the mappings, in its context. The tables as a whole are
/// checked by [RefinementCheck]; this is for simulations that drive them.
public final class TransitionRefinement {

  private final MachineSpec spec = MachineSpecReader.read();

  /// The finding about a transition of `machine`, by every mapping of that machine.
  ///
  /// @param contexts the names of the contexts of the transition, of any mapping
  public Optional<String> finding(
      String machine, String from, String event, String to, List<String> contexts) {
    var move = new Move(from, event, to, "", "");
    return StateMappings.ALL.stream()
        .filter(map -> map.ours().equals(machine) && !map.leavesOut(move))
        .flatMap(map -> finding(map, move, contexts).stream())
        .findFirst();
  }

  private Optional<String> finding(StateMapping map, Move move, List<String> contexts) {
    for (var variant : map.variants().entrySet()) {
      if (contexts.contains(variant.getKey()) && variant.getValue().concerns(move)) {
        Image image = map.image(move, variant.getValue());
        boolean isAllowed =
            !variant.getValue().rulesOut(move)
                && (isDeclared(map, move.label() + ", " + variant.getKey(), image)
                    || isDeclared(map, move.label(), image)
                    || image.isStutter());
        return isAllowed ? Optional.empty() : wrong(map, image, variant.getKey());
      }
    }
    for (var beyond : map.beyond().entrySet()) {
      if (contexts.contains(beyond.getKey()) && beyond.getValue().concerns(move)) {
        Image image = map.image(move, beyond.getValue());
        boolean isAllowed =
            !beyond.getValue().rulesOut(move)
                && (image.isStutter()
                    || isSingle(map, image)
                    || isPath(map, beyond.getValue(), image));
        return isAllowed ? Optional.empty() : wrong(map, image, beyond.getKey());
      }
    }
    Image image = map.image(move, map.ordinary());
    return !map.ordinary().rulesOut(move) && isDeclared(map, move.label(), image)
        ? Optional.empty()
        : wrong(map, image, "ordinary times");
  }

  private boolean isDeclared(StateMapping map, String label, Image image) {
    for (Declared path : spec.declared().getOrDefault(map.section(), List.of())) {
      if (path.is(label, image.from(), image.to())) {
        return true;
      }
    }
    return false;
  }

  private boolean isSingle(StateMapping map, Image image) {
    return published(map).moves().stream()
        .anyMatch(one -> one.from().equals(image.from()) && one.to().equals(image.to()));
  }

  private boolean isPath(StateMapping map, StateView view, Image image) {
    List<String> path = view.path(image.from(), image.to());
    return !path.isEmpty()
        && MachinePaths.end(published(map), image.from(), path).equals(image.to());
  }

  private MachineTable published(StateMapping map) {
    MachineTable published = spec.published().get(map.published());
    if (published == null) {
      throw new IllegalStateException("no table of " + map.published());
    }
    return published;
  }

  private static Optional<String> wrong(StateMapping map, Image image, String context) {
    return Optional.of(
        "%s does not allow %s to %s for %s, in %s"
            .formatted(map.section(), image.from(), image.to(), image.move().label(), context));
  }
}
