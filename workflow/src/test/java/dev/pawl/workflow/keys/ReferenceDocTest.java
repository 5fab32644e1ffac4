package dev.pawl.workflow.keys;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.DocsDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The reference and the schema in `docs` are what the table of keys renders. With the system
/// property `pawl.regenerate` they are written again.
class ReferenceDocTest {

  @Test
  void theReferenceIsTheTableOfKeys() throws IOException {
    compare("workflow-reference.md", ReferencePage.render());
  }

  @Test
  void theSchemaIsTheTableOfKeys() throws IOException {
    compare("workflow.schema.json", JsonSchemaPage.render());
  }

  @Test
  void everyReferenceOfTheSchemaExists() {
    Value.Dict schema = (Value.Dict) Value.parseJson(JsonSchemaPage.render());
    Value.Dict definitions = (Value.Dict) requireNonNull(schema.fields().get("definitions"));
    List<String> references = new ArrayList<>();
    collectReferences(schema, references);
    assertThat(references)
        .hasSizeGreaterThan(30)
        .allSatisfy(reference ->
            assertThat(definitions.fields())
                .containsKey(reference.replaceFirst("^#/definitions/", "")));
  }

  @Test
  void everyKeyIsInTheReference() {
    String page = ReferencePage.render();
    assertThat(KeyTable.ROWS).allSatisfy(key -> assertThat(page).contains("`" + key.name() + "`"));
  }

  private static void compare(String name, String rendered) throws IOException {
    Path page = DocsDirectory.docs().resolve(name);
    if (System.getProperty("pawl.regenerate") != null) {
      Files.writeString(page, rendered);
    }
    assertThat(page).content().isEqualTo(rendered);
  }

  private static void collectReferences(Value value, List<String> references) {
    switch (value) {
      case Value.Dict(var fields) ->
          fields.forEach((name, field) -> {
            if (name.equals("$ref")) {
              references.add(field.text());
            }
            collectReferences(field, references);
          });
      case Value.Array(var elements) ->
          elements.forEach(element -> collectReferences(element, references));
      default -> {}
    }
  }
}
