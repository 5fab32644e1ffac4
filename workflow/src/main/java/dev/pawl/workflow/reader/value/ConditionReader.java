package dev.pawl.workflow.reader.value;

import dev.pawl.expression.template.Template;
import dev.pawl.expression.template.TemplateSegment;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads `if`: an expression with or without its braces.
///
/// Text around the braces turns the whole condition into a string, which is true whatever the
/// expression evaluates to. GitHub reads it so; the schema check warns.
public final class ConditionReader {

  public static Optional<TemplateText> read(SectionReader fields, String name) {
    return fields
        .scalar(name)
        .filter(scalar -> !ScalarValues.string(scalar).isBlank())
        .map(ConditionReader::read);
  }

  private static TemplateText read(YamlScalar scalar) {
    return new TemplateText(bare(ScalarValues.string(scalar).strip()), scalar.position());
  }

  private static String bare(String text) {
    if (!(Template.split(text) instanceof Template template) || template.expressions().isEmpty()) {
      return text;
    }
    return template.segments().size() == 1
        ? template.expressions().getFirst().body().strip()
        : formatted(template);
  }

  private static String formatted(Template template) {
    StringBuilder pattern = new StringBuilder();
    List<String> arguments = new ArrayList<>();
    for (TemplateSegment segment : template.segments()) {
      switch (segment) {
        case TemplateSegment.Literal(_, String source) ->
            pattern.append(source.replace("'", "''").replace("{", "{{").replace("}", "}}"));
        case TemplateSegment.Embedded embedded -> {
          pattern.append('{').append(arguments.size()).append('}');
          arguments.add(embedded.body().strip());
        }
      }
    }
    return "format('" + pattern + "', " + String.join(", ", arguments) + ")";
  }

  private ConditionReader() {}
}
