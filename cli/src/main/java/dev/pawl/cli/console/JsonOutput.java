package dev.pawl.cli.console;

import dev.pawl.core.identity.RunId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Records as JSON, for programs that read what the commands print.
public final class JsonOutput {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .addModule(new SimpleModule().addSerializer(RunId.class, new IdSerializer()))
          .build();

  public static String text(Object records) {
    return MAPPER.writeValueAsString(records);
  }

  /// An id is a text, whatever it is in here.
  private static final class IdSerializer extends ValueSerializer<RunId> {
    @Override
    public void serialize(RunId id, JsonGenerator out, SerializationContext context) {
      out.writeString(id.value());
    }
  }

  private JsonOutput() {}
}
