package dev.pawl.workflow.keys;

import java.util.List;
import java.util.stream.Collectors;

/// What the value of a key may be.
///
/// The alternatives of a [OneOf] differ in what they are in YAML: one at most takes a scalar that
/// is not one whole expression, one a list, one a mapping.
public sealed interface ValueShape {

  /// As a message says it.
  String described();

  record Scalar(ScalarFormat format) implements ValueShape {
    @Override
    public String described() {
      return format.described();
    }
  }

  /// One of a few words.
  record Choice(List<String> words) implements ValueShape {
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
  record Computed() implements ValueShape {
    @Override
    public String described() {
      return "an expression";
    }
  }

  /// Nothing is written.
  record Nothing() implements ValueShape {
    @Override
    public String described() {
      return "nothing";
    }
  }

  record ListOf(ValueShape item) implements ValueShape {
    @Override
    public String described() {
      return "a list";
    }
  }

  /// A mapping whose keys are names that the file chooses.
  record MapOf(ValueShape value) implements ValueShape {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  /// A mapping with the keys of a place.
  record Fields(KeySection place) implements ValueShape {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  record Anything() implements ValueShape {
    @Override
    public String described() {
      return "any value";
    }
  }

  record OneOf(List<ValueShape> shapes) implements ValueShape {
    public OneOf {
      shapes = List.copyOf(shapes);
    }

    @Override
    public String described() {
      List<String> all =
          shapes.stream()
              .filter(shape -> !(shape instanceof Nothing))
              .map(ValueShape::described)
              .distinct()
              .toList();
      return all.size() == 1
          ? all.getFirst()
          : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
    }
  }

  /// The alternatives, of which there may be one.
  default List<ValueShape> alternatives() {
    return this instanceof OneOf(List<ValueShape> shapes) ? shapes : List.of(this);
  }
}
