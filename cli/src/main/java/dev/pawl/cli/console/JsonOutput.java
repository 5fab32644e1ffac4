package dev.pawl.cli.console;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.http.FactModule;
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
          .addModule(new SimpleModule().addSerializer(RunId.class, new IdSerializer()))
          .addModule(new FactModule())
          .build();

  public static String text(Object records) {
    return MAPPER.writeValueAsString(records);
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
