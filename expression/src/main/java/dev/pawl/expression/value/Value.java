package dev.pawl.expression.value;

import java.util.List;
import java.util.SequencedMap;

/// What expressions compute with: the values of JSON.
///
/// Records are equal when what they hold is. The language itself compares lists and objects by
/// identity, which is the business of [Comparison].
public sealed interface Value {

  /// `null`, also what a lookup gives that finds nothing.
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

  /// Named values, in the order in which they were written. A name is found whatever its case; of
  /// two that differ in nothing else, the first one counts.
  record Dict(SequencedMap<String, Value> fields) implements Value {
    public Dict {
      fields = CaseInsensitiveMap.copyOf(fields);
    }
  }

  static Value of(boolean value) {
    return value ? Bool.TRUE : Bool.FALSE;
  }

  /// The value that the JSON text is.
  ///
  /// @throws IllegalArgumentException if it is none, with the place in the message
  static Value parseJson(String text) {
    return new JsonParser(text).parse();
  }

  /// The name of its kind, as users know it.
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

  /// Whether `if` takes it for true: all but `null`, `false`, zero, NaN and the empty string.
  default boolean isTruthy() {
    return switch (this) {
      case Null _ -> false;
      case Bool(boolean value) -> value;
      case Num(double value) -> value != 0 && !Double.isNaN(value);
      case Text(String value) -> !value.isEmpty();
      case Array _, Dict _ -> true;
    };
  }

  /// Whether `==` takes the two for the same.
  default boolean isSameAs(Value other) {
    return Comparison.areEqual(this, other);
  }

  /// Whether it is neither a list nor an object.
  default boolean isPrimitive() {
    return !(this instanceof Array || this instanceof Dict);
  }

  /// As a number: NaN for what is none.
  default double number() {
    return switch (this) {
      case Null _ -> 0;
      case Bool(boolean value) -> value ? 1 : 0;
      case Num(double value) -> value;
      case Text(String value) -> Numbers.parse(value);
      case Array _, Dict _ -> Double.NaN;
    };
  }

  /// As a string: nothing for `null`, and lists and objects by no more than the name of their kind.
  default String text() {
    return switch (this) {
      case Null _ -> "";
      case Bool(boolean value) -> Boolean.toString(value);
      case Num(double value) -> Numbers.text(value);
      case Text(String value) -> value;
      case Array _, Dict _ -> kind();
    };
  }

  /// As JSON, without spaces; what is read of it again is the same value. JSON has no word for NaN
  /// and the infinities: they become `null`.
  default String json() {
    var written = new StringBuilder();
    JsonWriter.compact(this, written);
    return written.toString();
  }
}
