package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineSpec.Declared;
import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import dev.pawl.core.lifecycle.conformance.StateMapping.Beside;
import dev.pawl.core.lifecycle.conformance.StateMapping.Image;
import java.util.ArrayList;
import java.util.List;

/// Checks one mapping: every move of ours that it covers is the declared path of the published
/// machine, and nothing else is declared.
final class RefinementCheck {

  private final StateMapping map;
  private final MachineTable ours;
  private final MachineTable published;
  private final List<Declared> declared;
  private final List<Declared> expected = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  private RefinementCheck(
      StateMapping map, MachineTable ours, MachineTable published, List<Declared> declared) {
    this.map = map;
    this.ours = ours;
    this.published = published;
    this.declared = declared;
  }

  static List<String> findings(
      StateMapping map, MachineTable ours, MachineTable published, List<Declared> declared) {
    var check = new RefinementCheck(map, ours, published, declared);
    check.theInitialStatesAgree();
    ours.moves().stream().filter(move -> !map.leavesOut(move)).forEach(check::isSeenAsDeclared);
    map.beside().forEach(check::isDeclared);
    declared.forEach(check::isAnImageOfOurs);
    declared.forEach(check::isAPath);
    check.whatIsRuledOutIsAMove();
    return check.findings;
  }

  private void theInitialStatesAgree() {
    if (!map.image(ours.initial()).equals(published.initial())) {
      find(ours.initial() + " is not sent to the initial state " + published.initial());
    }
  }

  private void isSeenAsDeclared(Move move) {
    boolean seen = false;
    if (!map.ordinary().rulesOut(move)) {
      seen = true;
      ordinarily(map.image(move, map.ordinary()));
    }
    for (var variant : map.variants().entrySet()) {
      if (variant.getValue().concerns(move) && !variant.getValue().rulesOut(move)) {
        seen = true;
        inVariant(variant.getKey(), map.image(move, variant.getValue()));
      }
    }
    for (var context : map.beyond().entrySet()) {
      if (context.getValue().concerns(move) && !context.getValue().rulesOut(move)) {
        beyondTheData(context.getKey(), context.getValue(), map.image(move, context.getValue()));
      }
    }
    if (!seen) {
      find(move.label() + " is ruled out in every context");
    }
  }

  private void ordinarily(Image image) {
    expect(image.move().label(), image);
    if (!isDeclared(image.move().label(), image)) {
      find("nothing is declared for " + words(image.move().label(), image));
    }
  }

  /// In a variant the declaration may name it or not; a stutter needs none.
  private void inVariant(String name, Image image) {
    String full = image.move().label() + ", " + name;
    expect(full, image);
    expect(image.move().label(), image);
    if (!isDeclared(full, image)
        && !isDeclared(image.move().label(), image)
        && !isKnownStutter(image)) {
      find("nothing is declared for " + words(full, image));
    }
  }

  private void beyondTheData(String name, StateView view, Image image) {
    boolean single =
        published.moves().stream()
            .anyMatch(move -> move.from().equals(image.from()) && move.to().equals(image.to()));
    var path = view.path(image.from(), image.to());
    boolean longer = !path.isEmpty() && image.to().equals(end(image.from(), path));
    if (!isKnownStutter(image) && !single && !longer) {
      find("no way for " + words(image.move().label() + ", " + name, image));
    }
  }

  private void isDeclared(Beside beside) {
    expected.add(new Declared(beside.name(), beside.from(), beside.to(), List.of()));
    if (declared.stream().noneMatch(d -> d.is(beside.name(), beside.from(), beside.to()))) {
      find("%s, %s to %s, is not declared".formatted(beside.name(), beside.from(), beside.to()));
    }
  }

  private void isAnImageOfOurs(Declared path) {
    long same = expected.stream().filter(e -> e.is(path.move(), path.from(), path.to())).count();
    long twice = declared.stream().filter(d -> d.is(path.move(), path.from(), path.to())).count();
    if (same == 0 || twice > 1) {
      find(
          "declares %s, %s to %s, %s"
              .formatted(
                  path.move(),
                  path.from(),
                  path.to(),
                  same == 0 ? "which is not what the map sends a move of ours to" : "twice"));
    }
  }

  /// A stutter has an empty path, and any other path leads where it says.
  private void isAPath(Declared path) {
    boolean stutter = path.from().equals(path.to());
    if (stutter != path.path().isEmpty() || !path.to().equals(end(path.from(), path.path()))) {
      find(
          "for %s, %s does not lead from %s to %s"
              .formatted(path.move(), path.path(), path.from(), path.to()));
    }
  }

  private void whatIsRuledOutIsAMove() {
    List<StateView> views = new ArrayList<>(map.variants().values());
    views.add(map.ordinary());
    views.addAll(map.beyond().values());
    views.stream()
        .flatMap(view -> view.ruledOut().stream())
        .filter(label -> ours.moves().stream().noneMatch(move -> move.label().equals(label)))
        .forEach(label -> find("rules out %s, which is no move of ours".formatted(label)));
  }

  private void expect(String label, Image image) {
    expected.add(new Declared(label, image.from(), image.to(), List.of()));
  }

  private boolean isDeclared(String label, Image image) {
    return declared.stream().anyMatch(path -> path.is(label, image.from(), image.to()));
  }

  private boolean isKnownStutter(Image image) {
    return image.isStutter() && published.states().contains(image.from());
  }

  private String end(String from, List<String> path) {
    return MachinePaths.end(published, from, path);
  }

  private void find(String finding) {
    findings.add("%s, map '%s': %s".formatted(ours.name(), map.section(), finding));
  }

  private static String words(String label, Image image) {
    return "%s, %s to %s".formatted(label, image.from(), image.to());
  }
}
