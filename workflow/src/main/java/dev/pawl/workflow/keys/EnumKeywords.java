package dev.pawl.workflow.keys;

import dev.pawl.core.lifecycle.ReasonCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The keywords in files for the classes of failure and other enums of the engine.
public final class EnumKeywords {

  static final ValueShape SHAPE =
      new ValueShape.Choice(
          Arrays.stream(ReasonCode.values())
              .filter(ReasonCode::isFailureClass)
              .map(EnumKeywords::word)
              .toList());

  /// The failure class of a keyword.
  public static Optional<ReasonCode> find(String word) {
    return find(ReasonCode.class, word).filter(ReasonCode::isFailureClass);
  }

  /// The constant of a keyword.
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> word(constant).equals(word))
        .findFirst();
  }

  static <E extends Enum<E>> ValueShape words(Class<E> type) {
    return new ValueShape.Choice(
        Arrays.stream(type.getEnumConstants()).map(EnumKeywords::word).toList());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private EnumKeywords() {}
}
