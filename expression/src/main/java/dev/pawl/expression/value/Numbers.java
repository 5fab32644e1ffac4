package dev.pawl.expression.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/// Converts between numbers and their texts.
public final class Numbers {

  private static final MathContext FIFTEEN_DIGITS = new MathContext(15, RoundingMode.HALF_EVEN);

  /// Whole numbers below this have at most fifteen digits.
  private static final double EXACT = 1e15;

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");
  private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]++");
  private static final Pattern OCTAL = Pattern.compile("0o[0-7]++");

  /// The number of a text, ignoring surrounding whitespace: zero if it is empty, NaN if it is not a
  /// number.
  public static double parse(String text) {
    String trimmed = Whitespace.trim(text);
    if (trimmed.isEmpty()) {
      return 0;
    }
    if (DECIMAL.matcher(trimmed).matches()) {
      return Double.parseDouble(trimmed);
    }
    if (HEXADECIMAL.matcher(trimmed).matches()) {
      return digits(trimmed, 16);
    }
    if (OCTAL.matcher(trimmed).matches()) {
      return digits(trimmed, 8);
    }
    return switch (trimmed) {
      case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.NaN;
    };
  }

  /// The number after a prefix of two characters.
  private static double digits(String text, int radix) {
    double value = 0;
    for (int i = 2; i < text.length(); i++) {
      value = value * radix + Character.digit(text.charAt(i), radix);
    }
    return value;
  }

  /// The number with at most fifteen digits, and with an exponent from there on and below a
  /// ten-thousandth.
  static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < EXACT) {
      return Long.toString((long) value);
    }
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(FIFTEEN_DIGITS).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (-5 < exponent && exponent < FIFTEEN_DIGITS.getPrecision()) {
      return rounded.toPlainString();
    }
    String sign = exponent < 0 ? "E-" : "E+";
    int size = Math.abs(exponent);
    return mantissa(rounded) + sign + (size < 10 ? "0" : "") + size;
  }

  /// The number as JSON, with as many digits as are needed to read the same number back.
  static String json(double value) {
    if (value == Math.rint(value) && Math.abs(value) < EXACT) {
      return Long.toString((long) value);
    }
    if (!Double.isFinite(value)) {
      return "null";
    }
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    return -7 <= exponent && exponent <= 20
        ? exact.toPlainString()
        : mantissa(exact) + "e" + exponent;
  }

  private static String mantissa(BigDecimal number) {
    return number.movePointLeft(number.precision() - number.scale() - 1).toPlainString();
  }

  private Numbers() {}
}
