package dev.pawl.cli.packaging;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Switches over types and methods of records, and what they return.
@SuppressWarnings({
  "ArrayRecordComponent",
  "ArrayHashCode",
  "ArrayToString"
}) // an array is a kind of component
final class DynamicCallSites {

  private sealed interface Shape permits Circle, Square, Nothing {}

  private record Circle(double radius) implements Shape {}

  private record Square(int side, @Nullable Shape inner) implements Shape {}

  private enum Nothing implements Shape {
    NOTHING
  }

  private record Scalars(
      boolean flag,
      byte small,
      short medium,
      char letter,
      int number,
      long large,
      float rough,
      double fine,
      @Nullable String text) {}

  private record Empty() {}

  private static final class FirstProblem extends IllegalStateException {}

  private static final class SecondProblem extends IllegalStateException {}

  /// The result of each call, in text.
  static List<String> results() {
    record Local(String name, List<Integer> numbers) {}

    List<Object> all = new ArrayList<>();
    for (float rough : new float[] {0f, -0f, Float.NaN}) {
      for (String text : new @Nullable String[] {null, "", "text"}) {
        all.add(scalars(rough, text));
        all.add(scalars(rough, text));
      }
    }
    Stream.of(new Circle(1), new Circle(-0.0), new Circle(0.0), Nothing.NOTHING).forEach(all::add);
    all.add(new Square(2, null));
    all.add(new Square(3, new Circle(3)));
    all.add(new Square(4, new Square(5, Nothing.NOTHING)));
    all.add(new Empty());
    all.add(new Empty());
    all.add(new Local("local", List.of(1, 2)));
    List<String> results = new ArrayList<>();
    for (Object one : all) {
      results.add(one.toString());
      results.add(
          switch (one) {
            case Nothing _ -> "the hash of an enum is another one at each start";
            case Square(_, Square _) -> "and that of a record with one in it";
            case Object other -> String.valueOf(other.hashCode());
          });
      results.add(all.stream().map(other -> one.equals(other) ? "=" : "!").toList().toString());
      results.add(one instanceof Shape shape ? described(shape) : "no shape");
      results.add(one instanceof Shape shape ? problem(shape).getClass().getName() : "no problem");
    }
    return results;
  }

  private static Scalars scalars(float rough, @Nullable String text) {
    return new Scalars(
        true, (byte) -1, (short) -2, 'ü', Integer.MIN_VALUE, 1L << 40, rough, rough, text);
  }

  /// The verifier has to find the common superclass of the results.
  private static IllegalStateException problem(Shape shape) {
    try {
      throw switch (shape) {
        case Circle _ -> new FirstProblem();
        case Square _ -> new SecondProblem();
        case Nothing _ -> new FirstProblem();
      };
    } catch (FirstProblem | SecondProblem e) {
      return e;
    }
  }

  private static String described(Shape shape) {
    return switch (shape) {
      case Circle(double radius) when radius > 0 -> "circle";
      case Circle _ -> "point";
      case Square(int side, Circle(double radius)) when side < radius -> "too large a circle";
      case Square(_, Circle _) -> "circle in a square";
      case Square(_, Square(_, Shape _)) -> "squares";
      case Square _ -> "square";
      case Nothing _ -> "nothing";
    };
  }

  private DynamicCallSites() {}
}
