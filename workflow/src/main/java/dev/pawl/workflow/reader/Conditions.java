package dev.pawl.workflow.reader;

import dev.pawl.expression.Segment;
import dev.pawl.expression.Template;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads `if`: an expression with or without its braces.
///
/// Text around the braces makes a text of all of it, which is then what is asked: it is true
/// whatever the expression gives. That is what is meant by the others who read these files, so it
/// is here, and the [Checker] warns.
final class Conditions {

  static Optional<Text> read(Fields fields, String name) {
    return fields
        .scalar(name)
        .filter(scalar -> !Scalars.string(scalar).isBlank())
        .map(Conditions::read);
  }

  private static Text read(YamlScalar scalar) {
    return new Text(bare(Scalars.string(scalar).strip()), scalar.position());
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
    for (Segment segment : template.segments()) {
      switch (segment) {
        case Segment.Literal(_, String source) ->
            pattern.append(source.replace("'", "''").replace("{", "{{").replace("}", "}}"));
        case Segment.Embedded embedded -> {
          pattern.append('{').append(arguments.size()).append('}');
          arguments.add(embedded.body().strip());
        }
      }
    }
    return "format('" + pattern + "', " + String.join(", ", arguments) + ")";
  }

  private Conditions() {}
}
