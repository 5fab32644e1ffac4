package dev.pawl.server.http;

import dev.pawl.core.why.Fact;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/// Writes and reads the facts of explanations as JSON: each begins with its `kind`, because the
/// other fields do not tell what it is.
public final class FactModule extends SimpleModule {

  private static final long serialVersionUID = 1;
  private static final String KIND = "kind";

  public FactModule() {
    addSerializer(Fact.class, new Serializer());
    addDeserializer(Fact.class, new Deserializer());
  }

  private static final class Serializer extends ValueSerializer<Fact> {
    @Override
    public void serialize(Fact fact, JsonGenerator out, SerializationContext context) {
      out.writeStartObject();
      out.writeStringProperty(KIND, Fact.kindOf(fact.getClass()));
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

  /// Reads a fact; null if its kind is not known.
  private static final class Deserializer extends ValueDeserializer<Fact> {

    private static final Map<String, Class<?>> KINDS = kinds();

    private static Map<String, Class<?>> kinds() {
      Map<String, Class<?>> kinds = new HashMap<>();
      for (Class<?> kind : Fact.class.getPermittedSubclasses()) {
        kinds.put(Fact.kindOf(kind.asSubclass(Fact.class)), kind);
      }
      return kinds;
    }

    @Override
    @SuppressWarnings("NullAway") // an unknown kind is left out by those who read a list
    public @Nullable Fact deserialize(JsonParser in, DeserializationContext context) {
      ObjectNode fact = context.readTree(in).asObject();
      JsonNode kind = fact.remove(KIND);
      @Nullable Class<?> type = kind == null ? null : KINDS.get(kind.asString(""));
      return type == null ? null : (Fact) context.readTreeAsValue(fact, type);
    }
  }
}
