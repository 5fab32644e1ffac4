package dev.pawl.workflow.keys;

import java.util.List;
import java.util.stream.Collectors;

/// The shape of a key's value.
///
/// The alternatives of a [OneOf] differ in their YAML kind: at most one accepts a scalar that is
/// not one whole expression, one a list, one a mapping.
public sealed interface ValueShape {

  /// Its description in messages.
  String described();

  record Scalar(ScalarFormat format) implements ValueShape {
    @Override
    public String described() {
      return format.described();
    }
  }

  /// One of several keywords.
  record Choice(List<String> words) implements ValueShape {
    private static final int MAX_NAMED = 6;

    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public String described() {
      String some =
          words.stream()
              .limit(MAX_NAMED)
              .map(word -> "`" + word + "`")
              .collect(Collectors.joining(", "));
      return words.size() <= MAX_NAMED ? some : some + ", …";
    }
  }

  /// One expression, which evaluates to the value.
  record Computed() implements ValueShape {
    @Override
    public String described() {
      return "an expression";
    }
  }

  /// Null, or nothing written.
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

  /// A mapping whose keys are names chosen by the file.
  record MapOf(ValueShape value) implements ValueShape {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  /// A mapping with the keys of a section.
  record Fields(KeySection section) implements ValueShape {
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

  /// The alternatives; only this shape where there are none.
  default List<ValueShape> alternatives() {
    return this instanceof OneOf(List<ValueShape> shapes) ? shapes : List.of(this);
  }
}
