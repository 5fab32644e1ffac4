package dev.pawl.cli.console;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.why.Fact;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Formats records as JSON, for the `--json` option of the commands.
public final class JsonOutput {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .addModule(
              new SimpleModule()
                  .addSerializer(RunId.class, new IdSerializer())
                  .addSerializer(Fact.class, new FactSerializer()))
          .build();

  public static String text(Object records) {
    return MAPPER.writeValueAsString(records);
  }

  /// Writes a fact with its kind first: the other fields do not tell what it is.
  private static final class FactSerializer extends ValueSerializer<Fact> {
    @Override
    public void serialize(Fact fact, JsonGenerator out, SerializationContext context) {
      out.writeStartObject();
      out.writeStringProperty("kind", Fact.kindOf(fact.getClass()));
      for (RecordComponent component : fact.getClass().getRecordComponents()) {
        out.writePOJOProperty(component.getName(), value(fact, component));
      }
      out.writeEndObject();
    }

    private static @Nullable Object value(Fact fact, RecordComponent component) {
      try {
        return component.getAccessor().invoke(fact);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record cannot be read", e);
      }
    }
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
