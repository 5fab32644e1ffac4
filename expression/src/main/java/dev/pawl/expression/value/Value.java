package dev.pawl.expression.value;

import java.util.List;
import java.util.SequencedMap;

/// A value of the expression language: the values of JSON.
///
/// Records are equal if their contents are. The language itself compares lists and objects by
/// identity, see [Comparison].
public sealed interface Value {

  /// `null`, also the result of a lookup that finds nothing.
  record Null() implements Value {
    public static final Value NULL = new Null();
  }

  /// `true` or `false`.
  record Bool(boolean value) implements Value {
    public static final Value TRUE = new Bool(true);
    public static final Value FALSE = new Bool(false);
  }

  /// A number.
  record Num(double value) implements Value {}

  /// A string.
  record Text(String value) implements Value {}

  /// A list of values.
  record Array(List<Value> elements) implements Value {
    public Array {
      elements = elements instanceof WildcardElements ? elements : List.copyOf(elements);
    }
  }

  /// Named values in the order in which they were written. Lookup ignores case; of names that
  /// differ only in case, the first one counts.
  record Dict(SequencedMap<String, Value> fields) implements Value {
    public Dict {
      fields = CaseInsensitiveMap.copyOf(fields);
    }
  }

  static Value of(boolean value) {
    return value ? Bool.TRUE : Bool.FALSE;
  }

  /// Parses a JSON text.
  ///
  /// @throws IllegalArgumentException if it is invalid, with the position in the message
  static Value parseJson(String text) {
    return new JsonParser(text).parse();
  }

  /// The name of its type, as users see it.
  default String kind() {
    return switch (this) {
      case Null _ -> "Null";
      case Bool _ -> "Boolean";
      case Num _ -> "Number";
      case Text _ -> "String";
      case Array _ -> "Array";
      case Dict _ -> "Object";
    };
  }

  /// Whether a condition takes it as true: everything but `null`, `false`, zero, NaN and the empty
  /// string.
  default boolean isTruthy() {
    return switch (this) {
      case Null _ -> false;
      case Bool(boolean value) -> value;
      case Num(double value) -> value != 0 && !Double.isNaN(value);
      case Text(String value) -> !value.isEmpty();
      case Array _, Dict _ -> true;
    };
  }

  /// Whether `==` takes the two as equal.
  default boolean isSameAs(Value other) {
    return Comparison.areEqual(this, other);
  }

  /// Whether it is neither a list nor an object.
  default boolean isPrimitive() {
    return !(this instanceof Array || this instanceof Dict);
  }

  /// The value as a number: NaN if it is not one.
  default double number() {
    return switch (this) {
      case Null _ -> 0;
      case Bool(boolean value) -> value ? 1 : 0;
      case Num(double value) -> value;
      case Text(String value) -> Numbers.parse(value);
      case Array _, Dict _ -> Double.NaN;
    };
  }

  /// The value as a string: empty for `null`; lists and objects become the name of their type.
  default String text() {
    return switch (this) {
      case Null _ -> "";
      case Bool(boolean value) -> Boolean.toString(value);
      case Num(double value) -> Numbers.text(value);
      case Text(String value) -> value;
      case Array _, Dict _ -> kind();
    };
  }

  /// The value as JSON, without spaces; parsing it gives the same value. NaN and the infinities
  /// become `null`.
  default String json() {
    var written = new StringBuilder();
    JsonWriter.compact(this, written);
    return written.toString();
  }
}
