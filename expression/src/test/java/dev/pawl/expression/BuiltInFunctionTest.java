package dev.pawl.expression;

import static dev.pawl.expression.ExpressionError.Kind.EVALUATION;

import org.junit.jupiter.api.Test;

/// The built-in functions.
class BuiltInFunctionTest {

  private final MapEnvironment given =
      MapEnvironment.contexts(
          """
          {
            "list": ["Hello", 1, null, true, ["in"], {}],
            "object": {"a": 1, "b": [], "c": {"d": "\\"\\u0001\\b/\\\\é"}},
            "empty": []
          }
          """);

  @Test
  void contains() {
    given
        .holds("contains('Hello World', 'lo w')")
        .holds("contains('abc', '')")
        .holds("contains('x', null)")
        .holds("contains(1234, 23)")
        .fails("contains('abc', 'd')")
        .fails("contains('Array', empty)")
        .fails("contains(object, 'a')")
        .holds("contains(list, 'hello')")
        .holds("contains(list, '1')")
        .holds("contains(list, 0)")
        .holds("contains(list, list[4])")
        .fails("contains(list, 'hell')")
        .fails("contains(empty, null)")
        .holds("contains(list.*, 'HELLO')");
  }

  @Test
  void startsWithAndEndsWith() {
    given
        .holds("startsWith('Hello', 'hE')")
        .holds("startsWith('Hello', '')")
        .holds("startsWith(123, 12)")
        .holds("startsWith(true, 'TR')")
        .fails("startsWith('Hello', 'ello')")
        .fails("startsWith('Array', list)")
        .fails("startsWith(list, 'Array')")
        .holds("endsWith('Hello', 'LO')")
        .holds("endsWith('Hello', null)")
        .fails("endsWith('lo', 'Hello')")
        .fails("endsWith(object, 'Object')");
  }

  @Test
  void format() {
    given
        .gives("format('plain')", "String", "\"plain\"")
        .gives("format(null)", "String", "\"\"")
        .gives("format('{0} {1} {0}', 'a', 2)", "String", "\"a 2 a\"")
        .gives("format('{1}', 'unused', 'b')", "String", "\"b\"")
        .gives("format('{00}', 'a')", "String", "\"a\"")
        .gives("format('{0:}', 'a')", "String", "\"a\"")
        .gives("format('{{{0}}}', 'a')", "String", "\"{a}\"")
        .gives("format('{0}', list)", "String", "\"Array\"")
        .gives("format('{0}', '{1}')", "String", "\"{1}\"");
  }

  @Test
  void invalidFormats() {
    for (String format :
        new String[] {
          "{", "}", "{}", "{0", "{a}", "{ 0}", "{0 }", "{0:x}", "{0:", "{:}", "{-1}", "{0}}", "{{0}"
        }) {
      given.refuses(
          "!format('%s', 1)".formatted(format),
          EVALUATION,
          "The following format string is invalid: " + format,
          1);
    }
    for (String format : new String[] {"{1}", "{0} {99999999999999999999}"}) {
      given.refuses(
          "format('%s', 1)".formatted(format),
          EVALUATION,
          "The following format string references more arguments than were supplied: " + format,
          0);
    }
  }

  @Test
  void join() {
    given
        .gives("join(list)", "String", "\"Hello,1,,true,Array,Object\"")
        .gives("join(list, ' - ')", "String", "\"Hello - 1 -  - true - Array - Object\"")
        .gives("join(list, '')", "String", "\"Hello1trueArrayObject\"")
        .gives("join(list, empty)", "String", "\"Hello,1,,true,Array,Object\"")
        .gives("join(empty, '-')", "String", "\"\"")
        .gives("join('text', '-')", "String", "\"text\"")
        .gives("join(null)", "String", "\"\"")
        .gives("join(object)", "String", "\"\"");
  }

  @Test
  void toJson() {
    given
        .gives("toJSON(null)", "String", "\"null\"")
        .gives("toJSON(1.50)", "String", "\"1.5\"")
        .gives("toJSON(empty)", "String", "\"[]\"")
        .gives("fromJSON(toJSON(list))", "Array", "[\"Hello\",1,null,true,[\"in\"],{}]")
        .gives(
            "toJSON(object)",
            "String",
            "\"{\\n  \\\"a\\\": 1,\\n  \\\"b\\\": [],\\n  \\\"c\\\": {\\n    \\\"d\\\": "
                + "\\\"\\\\\\\"\\\\u0001\\\\b/\\\\\\\\é\\\"\\n  }\\n}\"");
  }

  @Test
  void fromJson() {
    given
        .gives("fromJSON(' [1, {\"a\": null}] ')", "Array", "[1,{\"a\":null}]")
        .gives("fromJSON('\"\\u00e9\"')", "String", "\"é\"")
        .gives("fromJSON(true)", "Boolean", "true")
        .gives("fromJSON('{\"A\": 1, \"a\": 2}').a", "Number", "1")
        .refuses(
            "fromJSON('')",
            EVALUATION,
            "Error parsing JSON when evaluating fromJson: empty input",
            0)
        .refuses(
            "1 == fromJSON('[1,]')",
            EVALUATION,
            "Error parsing JSON when evaluating fromJson: a value is expected at character 4",
            5);
  }

  @Test
  void caseTakesTheFirstTrueCondition() {
    given
        .gives("case(true, 1, 2)", "Number", "1")
        .gives("case(false, 1, true, 2, 3)", "Number", "2")
        .gives("case(false, 1, false, 2, 3)", "Number", "3");
  }

  @Test
  void caseEvaluatesNoMoreThanItNeeds() {
    given
        .gives("case(true, 1, fromJSON('?'), 2, fromJSON('?'))", "Number", "1")
        .gives("case(false, fromJSON('?'), 2)", "Number", "2")
        .refuses(
            "!case('true', 1, 2)",
            EVALUATION,
            "case predicate must evaluate to a boolean value",
            1);
  }

  @Test
  void andAndOrEvaluateNoMoreThanTheyNeed() {
    given
        .gives("'' && fromJSON('?')", "String", "\"\"")
        .gives("'x' || fromJSON('?')", "String", "\"x\"")
        .gives("1 && 'last'", "String", "\"last\"")
        .gives("0 || ''", "String", "\"\"");
  }

  @Test
  void environmentErrorsHaveTheOffsetOfTheCall() {
    given.refuses("true && hashFiles('x')", EVALUATION, "no file can be read here", 8);
  }
}
