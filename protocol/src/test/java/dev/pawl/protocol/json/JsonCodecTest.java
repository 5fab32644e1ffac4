package dev.pawl.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.protocol.json.JsonCodec.UnknownFields;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonCodecTest {

  public enum Colour {
    LIGHT_BLUE,
    RED
  }

  public record Part(String name, int size) {}

  public sealed interface Shape {}

  public record Circle(double radius) implements Shape {}

  public record EmptyShape() implements Shape {}

  public sealed interface Polygon extends Shape {}

  public record Square(Colour colour) implements Polygon {}

  public record Whole(
      String name,
      @JsonName("how_many") long count,
      boolean isReady,
      @Nullable Integer code,
      Duration limit,
      List<Part> parts,
      SequencedMap<String, Shape> shapes,
      Optional<Part> best) {}

  public record Odd(int number) {
    public Odd {
      if (number % 2 == 0) {
        throw new IllegalArgumentException("%d is even".formatted(number));
      }
    }
  }

  public record Odds(List<Odd> numbers, Part after) {}

  public record Pair(Part first, Part second, Part third) {}

  private static final JsonCodec JSON = JsonCodec.builder().skipUnreadable(Odd.class).build();

  private static final Whole EMPTY =
      new Whole(
          "", 0, false, null, Duration.ZERO, List.of(), new LinkedHashMap<>(), Optional.empty());

  private static Whole full() {
    SequencedMap<String, Shape> shapes = new LinkedHashMap<>();
    shapes.put("z", new Circle(1.5));
    shapes.put("a", new EmptyShape());
    shapes.put("m", new Square(Colour.LIGHT_BLUE));
    return new Whole(
        "é \"quoted\"\n",
        Long.MAX_VALUE,
        true,
        7,
        Duration.ofMillis(1_500),
        List.of(new Part("x", 1), new Part("y", -2)),
        shapes,
        Optional.of(new Part("x", 1)));
  }

  private static <T> T rejected(Class<T> type, String text) {
    return JSON.read(type, text, UnknownFields.REJECT);
  }

  @Test
  void aRecordIsWrittenByItsComponents() {
    assertThat(JSON.write(Whole.class, full()))
        .isEqualTo(
            "{\"name\":\"é \\\"quoted\\\"\\n\",\"how_many\":9223372036854775807,\"isReady\":true,"
                + "\"code\":7,\"limit\":\"PT1.5S\","
                + "\"parts\":[{\"name\":\"x\",\"size\":1},{\"name\":\"y\",\"size\":-2}],"
                + "\"shapes\":{\"z\":{\"is\":\"circle\",\"radius\":1.5},"
                + "\"a\":{\"is\":\"empty-shape\"},"
                + "\"m\":{\"is\":\"square\",\"colour\":\"light_blue\"}},"
                + "\"best\":{\"name\":\"x\",\"size\":1}}");
  }

  @Test
  void emptyContainersAndNullsHaveNoField() {
    assertThat(JSON.write(Whole.class, EMPTY))
        .isEqualTo("{\"name\":\"\",\"how_many\":0,\"isReady\":false,\"limit\":\"PT0S\"}");
  }

  @Test
  void aRecordComesBackAsItWentIn() {
    for (Whole whole : List.of(full(), EMPTY)) {
      Whole back = rejected(Whole.class, JSON.write(Whole.class, whole));
      assertThat(back).isEqualTo(whole);
      assertThat(back.shapes().keySet()).containsExactlyElementsOf(whole.shapes().keySet());
    }
  }

  @Test
  void fieldsMayComeInAnyOrder() {
    assertThat(rejected(Part.class, "{\"size\":3,\"name\":\"x\"}")).isEqualTo(new Part("x", 3));
  }

  @Test
  void unknownFieldsAreRejectedOrIgnored() {
    String text = "{\"name\":\"x\",\"more\":[{\"deep\":{}}],\"size\":3}";
    assertThatThrownBy(() -> rejected(Part.class, text))
        .isInstanceOf(MalformedJson.class)
        .hasMessage("Part has no field 'more'");
    assertThat(JSON.read(Part.class, text, UnknownFields.IGNORE)).isEqualTo(new Part("x", 3));
  }

  @Test
  void aMissingFieldIsRejected() {
    for (String text :
        List.of("{}", "{\"name\":\"x\"}", "{\"size\":1}", "{\"name\":null,\"size\":1}")) {
      for (UnknownFields unknown : UnknownFields.values()) {
        assertThatThrownBy(() -> JSON.read(Part.class, text, unknown))
            .isInstanceOf(MalformedJson.class)
            .hasMessageContaining("without field");
      }
    }
  }

  @Test
  void valuesOfAnotherTypeAreRejected() {
    for (String text :
        List.of(
            "",
            "null",
            "[]",
            "{\"name\":1,\"size\":1}",
            "{\"name\":\"x\",\"size\":\"1\"}",
            "{\"name\":\"x\",\"size\":1.5}",
            "{\"name\":\"x\",\"size\":99999999999}",
            "{\"name\":\"x\",\"size\":1} {}",
            "{\"name\":\"x\",\"size\":1")) {
      assertThatThrownBy(() -> rejected(Part.class, text))
          .as(text)
          .isInstanceOf(MalformedJson.class);
    }
  }

  @Test
  void aMemberThatIsNotKnownIsRejected() {
    for (String text : List.of("{\"is\":\"star\"}", "{\"radius\":1.0,\"is\":\"circle\"}", "{}")) {
      assertThatThrownBy(() -> rejected(Shape.class, text)).isInstanceOf(MalformedJson.class);
    }
  }

  @Test
  void aMemberThatIsNotKnownMayHaveAFallback() {
    var json = JsonCodec.builder().readUnknownAs(Shape.class, _ -> new EmptyShape()).build();
    String text = "[{\"is\":\"star\",\"points\":[{\"x\":1}]},{\"is\":\"circle\",\"radius\":2}]";
    assertThat(json.readList(Shape.class, text, UnknownFields.IGNORE))
        .containsExactly(new EmptyShape(), new Circle(2));
    assertThatThrownBy(() -> json.readList(Shape.class, text, UnknownFields.REJECT))
        .isInstanceOf(MalformedJson.class);
  }

  @Test
  void unreadableElementsAreSkippedOnTheWireOnly() {
    String text =
        "{\"numbers\":[{\"number\":1},{\"number\":2},{\"number\":[{\"deep\":[]}]},{\"number\":3}],"
            + "\"after\":{\"name\":\"x\",\"size\":1}}";
    assertThat(JSON.read(Odds.class, text, UnknownFields.IGNORE))
        .isEqualTo(new Odds(List.of(new Odd(1), new Odd(3)), new Part("x", 1)));
    assertThatThrownBy(() -> rejected(Odds.class, text)).isInstanceOf(MalformedJson.class);
  }

  @Test
  void aRecordThatRefusesItsValuesIsMalformed() {
    assertThatThrownBy(() -> rejected(Odd.class, "{\"number\":2}"))
        .isInstanceOf(MalformedJson.class)
        .hasMessage("no Odd: 2 is even");
  }

  @Test
  void equalValuesOfASharedTypeAreWrittenOnce() {
    var json = JsonCodec.builder().share(Part.class).build();
    var pair = new Pair(new Part("x", 1), new Part("y", 2), new Part("x", 1));
    String text = json.write(Pair.class, pair);
    assertThat(text)
        .isEqualTo(
            "{\"first\":{\"name\":\"x\",\"size\":1},\"second\":{\"name\":\"y\",\"size\":2},\"third\":0}");
    Pair back = json.read(Pair.class, text, UnknownFields.REJECT);
    assertThat(back).isEqualTo(pair);
    assertThat(back.third()).isSameAs(back.first());
    assertThatThrownBy(
            () -> json.read(Pair.class, text.replace(":0}", ":2}"), UnknownFields.REJECT))
        .isInstanceOf(MalformedJson.class);
  }

  @Test
  void aDefaultHasNoField() {
    var json = JsonCodec.builder().leaveOut(Part.class, new Part("x", 1)).build();
    var pair = new Pair(new Part("x", 1), new Part("y", 2), new Part("x", 1));
    String text = json.write(Pair.class, pair);
    assertThat(text).isEqualTo("{\"second\":{\"name\":\"y\",\"size\":2}}");
    assertThat(json.read(Pair.class, text, UnknownFields.REJECT)).isEqualTo(pair);
  }

  @Test
  void aNullThatIsNotDeclaredIsNotWritten() {
    Part broken = rejectedNull();
    assertThatThrownBy(() -> JSON.write(Part.class, broken))
        .isInstanceOf(MalformedJson.class)
        .hasMessage("Part without field 'name'");
  }

  @SuppressWarnings("NullAway") // as a bug would
  private static Part rejectedNull() {
    return new Part(null, 1);
  }

  @Test
  void aTypeWithoutJsonIsABug() {
    assertThatThrownBy(() -> JSON.write(Object.class, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
