package dev.pawl.expression.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value.Num;
import dev.pawl.expression.value.Value.Text;
import org.junit.jupiter.api.Test;

/// Conversions of values to booleans, numbers and texts.
class ValueCoercionTest {

  private static final Value ARRAY = Value.parseJson("[1]");
  private static final Value DICT = Value.parseJson("{\"a\": 1}");

  @Test
  void onlyNullFalseZeroNaNAndEmptyTextAreFalsy() {
    assertThat(Value.Null.NULL.isTruthy()).isFalse();
    assertThat(Value.Bool.FALSE.isTruthy()).isFalse();
    assertThat(new Num(0).isTruthy()).isFalse();
    assertThat(new Num(-0.0).isTruthy()).isFalse();
    assertThat(new Num(Double.NaN).isTruthy()).isFalse();
    assertThat(new Text("").isTruthy()).isFalse();
    assertThat(Value.Bool.TRUE.isTruthy()).isTrue();
    assertThat(new Num(-1).isTruthy()).isTrue();
    assertThat(new Text("false").isTruthy()).isTrue();
    assertThat(new Text(" ").isTruthy()).isTrue();
    assertThat(Value.parseJson("[]").isTruthy()).isTrue();
    assertThat(Value.parseJson("{}").isTruthy()).isTrue();
  }

  @Test
  void textsAsNumbers() {
    assertThat(new Text("").number()).isZero();
    assertThat(new Text(" \t\n ").number()).isZero();
    assertThat(new Text(" +1.5e2 ").number()).isEqualTo(150);
    assertThat(new Text("\u00a00x1F\u2003").number()).isEqualTo(31);
    assertThat(new Text("0o17").number()).isEqualTo(15);
    assertThat(new Text("Infinity").number()).isInfinite();
    assertThat(new Text("-Infinity").number()).isEqualTo(Double.NEGATIVE_INFINITY);
    for (String none :
        new String[] {
          "NaN", "a", "1 2", "1d", "1f", "0X1", "0x1p3", "infinity", "1,5", "١", "\ufeff1"
        }) {
      assertThat(new Text(none).number()).as(none).isNaN();
    }
  }

  @Test
  void otherValuesAsNumbers() {
    assertThat(Value.Null.NULL.number()).isZero();
    assertThat(Value.Bool.TRUE.number()).isEqualTo(1);
    assertThat(Value.Bool.FALSE.number()).isZero();
    assertThat(ARRAY.number()).isNaN();
    assertThat(DICT.number()).isNaN();
  }

  @Test
  void valuesAsTexts() {
    assertThat(Value.Null.NULL.text()).isEmpty();
    assertThat(Value.Bool.TRUE.text()).isEqualTo("true");
    assertThat(ARRAY.text()).isEqualTo("Array");
    assertThat(DICT.text()).isEqualTo("Object");
  }

  @Test
  void numbersAsTextsHaveFifteenDigits() {
    assertThat(text(-0.0)).isEqualTo("0");
    assertThat(text(-12)).isEqualTo("-12");
    assertThat(text(0.1)).isEqualTo("0.1");
    assertThat(text(1 / 3.0)).isEqualTo("0.333333333333333");
    assertThat(text(2 / 3.0)).isEqualTo("0.666666666666667");
    assertThat(text(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(text(123456.789)).isEqualTo("123456.789");
    assertThat(text(999_999_999_999_999d)).isEqualTo("999999999999999");
    assertThat(text(0.0001)).isEqualTo("0.0001");
    assertThat(text(Double.NaN)).isEqualTo("NaN");
    assertThat(text(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
  }

  @Test
  void largeNumbersHaveAnExponent() {
    assertThat(text(1e15)).isEqualTo("1E+15");
    assertThat(text(-1.5e300)).isEqualTo("-1.5E+300");
    assertThat(text(1.2345678901234568e18)).isEqualTo("1.23456789012346E+18");
    assertThat(text(0.00001)).isEqualTo("1E-05");
    assertThat(text(Double.MIN_VALUE)).isEqualTo("4.94065645841247E-324");
  }

  private static String text(double value) {
    return new Num(value).text();
  }
}
