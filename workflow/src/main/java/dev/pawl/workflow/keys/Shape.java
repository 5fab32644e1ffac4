package dev.pawl.workflow.keys;

import java.util.List;
import java.util.stream.Collectors;

/// What the value of a key may be.
///
/// The alternatives of a [OneOf] differ in what they are in YAML: one at most takes a scalar that
/// is not one whole expression, one a list, one a mapping.
public sealed interface Shape {

  /// As a message says it.
  String described();

  record Scalar(Format format) implements Shape {
    @Override
    public String described() {
      return format.described();
    }
  }

  /// One of a few words.
  record Choice(List<String> words) implements Shape {
    private static final int MOST_NAMED = 6;

    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public String described() {
      String some =
          words.stream()
              .limit(MOST_NAMED)
              .map(word -> "`" + word + "`")
              .collect(Collectors.joining(", "));
      return words.size() <= MOST_NAMED ? some : some + ", …";
    }
  }

  /// One expression, which gives the value.
  record Computed() implements Shape {
    @Override
    public String described() {
      return "an expression";
    }
  }

  /// Nothing is written.
  record Nothing() implements Shape {
    @Override
    public String described() {
      return "nothing";
    }
  }

  record ListOf(Shape item) implements Shape {
    @Override
    public String described() {
      return "a list";
    }
  }

  /// A mapping whose keys are names that the file chooses.
  record MapOf(Shape value) implements Shape {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  /// A mapping with the keys of a place.
  record Fields(Place place) implements Shape {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  record Anything() implements Shape {
    @Override
    public String described() {
      return "any value";
    }
  }

  record OneOf(List<Shape> shapes) implements Shape {
    public OneOf {
      shapes = List.copyOf(shapes);
    }

    @Override
    public String described() {
      List<String> all =
          shapes.stream()
              .filter(shape -> !(shape instanceof Nothing))
              .map(Shape::described)
              .distinct()
              .toList();
      return all.size() == 1
          ? all.getFirst()
          : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
    }
  }

  /// The alternatives, of which there may be one.
  default List<Shape> alternatives() {
    return this instanceof OneOf(List<Shape> shapes) ? shapes : List.of(this);
  }
}
