package dev.pawl.cli.console;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.why.Fact;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;

/// Formats records as JSON, for the `--json` option of the commands.
public final class JsonOutput {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .addModule(new SimpleModule().addSerializer(RunId.class, new IdSerializer()))
          .addMixIn(Fact.class, KindFirst.class)
          .registerSubtypes(kinds())
          .build();

  public static String text(Object records) {
    return MAPPER.writeValueAsString(records);
  }

  /// Facts begin with their kind: an object alone does not tell what it is.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface KindFirst {}

  private static NamedType[] kinds() {
    return Arrays.stream(Fact.class.getPermittedSubclasses())
        .map(type -> new NamedType(type, Fact.kindOf(type.asSubclass(Fact.class))))
        .toArray(NamedType[]::new);
  }

  /// Writes an id as a string.
  private static final class IdSerializer extends ValueSerializer<RunId> {
    @Override
    public void serialize(RunId id, JsonGenerator out, SerializationContext context) {
      out.writeString(id.value());
    }
  }

  private JsonOutput() {}
}
