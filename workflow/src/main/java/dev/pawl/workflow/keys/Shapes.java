package dev.pawl.workflow.keys;

import java.util.List;

/// The shapes by the names that the tables use. Apart from [Shape] itself: two threads that met an
/// interface and one of its records for the first time could wait for each other for ever.
public final class Shapes {

  public static final Shape TEXT = new Shape.Scalar(Format.TEXT);
  public static final Shape WORD = new Shape.Scalar(Format.WORD);
  public static final Shape BOOLEAN = new Shape.Scalar(Format.BOOLEAN);
  public static final Shape COMPUTED = new Shape.Computed();
  public static final Shape NOTHING = new Shape.Nothing();
  public static final Shape ANYTHING = new Shape.Anything();
  public static final Shape WORDS = oneOf(WORD, new Shape.ListOf(WORD));

  public static Shape oneOf(Shape... shapes) {
    return new Shape.OneOf(List.of(shapes));
  }

  public static Shape choice(String... words) {
    return new Shape.Choice(List.of(words));
  }

  public static Shape scalar(Format format) {
    return new Shape.Scalar(format);
  }

  public static Shape listOf(Shape item) {
    return new Shape.ListOf(item);
  }

  public static Shape mapOf(Shape value) {
    return new Shape.MapOf(value);
  }

  public static Shape fields(Place place) {
    return new Shape.Fields(place);
  }

  private Shapes() {}
}
