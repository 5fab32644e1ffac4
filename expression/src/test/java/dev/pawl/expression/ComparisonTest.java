package dev.pawl.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The comparison operators.
class ComparisonTest {

  private final MapEnvironment given =
      MapEnvironment.contexts("{\"list\": [], \"other\": [], \"object\": {}, \"twin\": {}}");

  @Test
  void textsAreComparedRegardlessOfCase() {
    given
        .holds("'Abc' == 'aBC'")
        .fails("'abc' != 'ABC'")
        .holds("'a' < 'B'")
        .holds("'A' < 'b'")
        .fails("'b' < 'A'")
        .holds("'abc' <= 'ABC' && 'abc' >= 'ABC'")
        .holds("'a' < '['")
        .holds("'' < 'a'")
        .holds("'10' < '9'");
  }

  @Test
  void caseFoldingIgnoresTheLocale() {
    given
        .holds("'ÄÖÜ' == 'äöü'")
        .holds("'σ' == 'ς' && 'ς' == 'Σ'")
        .fails("'ı' == 'I'")
        .fails("'İ' == 'i'")
        .fails("'ſ' == 's'")
        .fails("'ß' == 'SS'")
        .fails("'\u212a' == 'k'")
        .holds("'\uD801\uDC28' == '\uD801\uDC00'");
  }

  @Test
  void differentTypesAreComparedAsNumbers() {
    given
        .holds("null == 0")
        .holds("null == ''")
        .holds("null == false")
        .holds("true == 1")
        .holds("true == '1'")
        .holds("false == ''")
        .holds("' 0x10 ' == 16")
        .fails("true == 'true'")
        .fails("null == 'null'")
        .fails("1 == 'one'")
        .holds("1 < '2'")
        .holds("null < true")
        .holds("'-1' < null");
  }

  @Test
  void nanIsNeitherEqualNorOrdered() {
    given
        .fails("NaN == NaN")
        .holds("NaN != NaN")
        .fails("NaN < 1 || NaN > 1 || NaN <= NaN || NaN >= NaN")
        .fails("'a' < 1 || 'a' > 1 || 'a' == 1");
  }

  @Test
  void nullAndBooleansAreOrdered() {
    given
        .holds("null == null")
        .holds("null <= null && null >= null")
        .fails("null < null")
        .holds("false < true")
        .fails("true > true")
        .holds("true >= true");
  }

  @Test
  void listsAndObjectsAreEqualToThemselvesOnly() {
    given
        .holds("list == list")
        .holds("object == object")
        .holds("list >= list && list <= list")
        .fails("list > list || list < list")
        .fails("list == other")
        .fails("object == twin")
        .holds("object != list")
        .fails("list == '' || list == 0 || list == 'Array' || object == null")
        .fails("list < 1 || list > 1 || object < 'z'");
  }

  @Test
  void contextIsEqualToItself() throws ExpressionError {
    var anew =
        new ExpressionEnvironment() {
          @Override
          public Value context(String name) {
            return Value.parseJson("{\"inner\": {}}");
          }

          @Override
          public Value call(String function, List<Value> arguments) {
            return Value.Null.NULL;
          }
        };
    Expression expression =
        Expression.parse(
            "a == A && a.inner == a.inner && a != b", new AllowedNames(Set.of("a", "b"), Set.of()));
    assertThat(expression.evaluate(anew)).isEqualTo(Value.Bool.TRUE);
  }
}
