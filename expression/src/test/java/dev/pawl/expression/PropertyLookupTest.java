package dev.pawl.expression;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

/// Lookups by `.`, `[ ]` and `*`.
class PropertyLookupTest {

  private final MapEnvironment given =
      MapEnvironment.contexts(
          """
          {
            "o": {"Name": "n", "": "empty", "1": "one", "0.5": "half", "true": "yes", "*": "star",
                  "null": null, "Array": "a"},
            "l": ["zero", "one", ["two"]],
            "jobs": {"a": {"result": "success", "outputs": {"x": 1}},
                     "b": {"result": "failure", "outputs": {"X": 2, "y": null}},
                     "c": null,
                     "d": [{"result": "nested"}]},
            "s": "text"
          }
          """);

  @Test
  void fieldLookupIgnoresCase() {
    given.gives("o.nAME", "String", "\"n\"").gives("o['NAME']", "String", "\"n\"");
  }

  @Test
  void fieldKeysAreTexts() {
    given
        .gives("o[1]", "String", "\"one\"")
        .gives("o[.5]", "String", "\"half\"")
        .gives("o[true]", "String", "\"yes\"")
        .gives("o[null]", "String", "\"empty\"")
        .gives("o['*']", "String", "\"star\"")
        .gives("o[l]", "Null", "null")
        .gives("o[o]", "Null", "null");
  }

  @Test
  void listIndicesAreNumbers() {
    given
        .gives("l[0]", "String", "\"zero\"")
        .gives("l[1.9]", "String", "\"one\"")
        .gives("l['1']", "String", "\"one\"")
        .gives("l['']", "String", "\"zero\"")
        .gives("l[null]", "String", "\"zero\"")
        .gives("l[true]", "String", "\"one\"")
        .gives("l[2][0]", "String", "\"two\"");
  }

  @Test
  void missingValuesAreNull() {
    for (String source :
        new String[] {
          "l[3]",
          "l[-1]",
          "l[-0.5]",
          "l[NaN]",
          "l[Infinity]",
          "l['a']",
          "l[l]",
          "l.name",
          "o.nothing",
          "s.length",
          "s[0]",
          "jobs.c.result",
          "o.nothing.at.all",
          "l[4294967296]"
        }) {
      given.gives(source, "Null", "null");
    }
  }

  @Test
  void starReturnsAllElements() {
    given
        .gives("l.*", "Array", "[\"zero\",\"one\",[\"two\"]]")
        .gives("l[*]", "Array", "[\"zero\",\"one\",[\"two\"]]")
        .gives("jobs.a.outputs.*", "Array", "[1]")
        .gives("s.*", "Array", "[]")
        .gives("jobs.c.*", "Array", "[]");
  }

  @Test
  void lookupAfterAStarIsDoneInEachElement() {
    given
        .gives("jobs.*.result", "Array", "[\"success\",\"failure\"]")
        .gives("jobs.*.outputs.x", "Array", "[1,2]")
        .gives("jobs.*.outputs.y", "Array", "[null]")
        .gives("jobs.*[0]", "Array", "[{\"result\":\"nested\"}]")
        .gives("jobs.*[0].result", "Array", "[\"nested\"]")
        .gives("jobs.*.outputs.*", "Array", "[1,2,null]")
        .gives("jobs.*.nothing", "Array", "[]")
        .gives("jobs.*.outputs[l]", "Array", "[]")
        .gives("(jobs.*).result", "Array", "[\"success\",\"failure\"]")
        .gives("(false || jobs.*).result", "Array", "[\"success\",\"failure\"]")
        .gives("case(true, jobs.*, 1).result", "Array", "[\"success\",\"failure\"]");
  }

  @Test
  void starResultIsAnOrdinaryListAfterwards() throws ExpressionError {
    Value all = given.evaluate("jobs.*");
    var fields = new LinkedHashMap<String, Value>();
    fields.put("kept", all);
    new MapEnvironment(new Value.Dict(fields)).gives("kept.result", "Null", "null");
  }
}
