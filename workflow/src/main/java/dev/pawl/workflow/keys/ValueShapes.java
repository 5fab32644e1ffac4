package dev.pawl.workflow.keys;

import java.util.List;

/// Short names for the shapes in the tables. They are not constants of [ValueShape]: two threads
/// that initialize a sealed interface and one of its records at the same time could deadlock.
public final class ValueShapes {

  public static final ValueShape TEXT = new ValueShape.Scalar(ScalarFormat.TEXT);
  public static final ValueShape WORD = new ValueShape.Scalar(ScalarFormat.WORD);
  public static final ValueShape BOOLEAN = new ValueShape.Scalar(ScalarFormat.BOOLEAN);
  public static final ValueShape COMPUTED = new ValueShape.Computed();
  public static final ValueShape NOTHING = new ValueShape.Nothing();
  public static final ValueShape ANYTHING = new ValueShape.Anything();
  public static final ValueShape WORDS = oneOf(WORD, new ValueShape.ListOf(WORD));

  public static ValueShape oneOf(ValueShape... shapes) {
    return new ValueShape.OneOf(List.of(shapes));
  }

  public static ValueShape choice(String... words) {
    return new ValueShape.Choice(List.of(words));
  }

  public static ValueShape scalar(ScalarFormat format) {
    return new ValueShape.Scalar(format);
  }

  public static ValueShape listOf(ValueShape item) {
    return new ValueShape.ListOf(item);
  }

  public static ValueShape mapOf(ValueShape value) {
    return new ValueShape.MapOf(value);
  }

  public static ValueShape fields(KeySection section) {
    return new ValueShape.Fields(section);
  }

  private ValueShapes() {}
}
