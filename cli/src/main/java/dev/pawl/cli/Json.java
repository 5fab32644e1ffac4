package dev.pawl.cli;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Records as JSON, for programs that read what the commands print.
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  static String text(Object records) {
    return MAPPER.writeValueAsString(records);
  }

  private Json() {}
}
