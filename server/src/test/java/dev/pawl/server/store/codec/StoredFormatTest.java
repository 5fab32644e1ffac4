package dev.pawl.server.store.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.plan.Plan;
import dev.pawl.protocol.json.MalformedJson;
import dev.pawl.server.SamplePlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The stored form of every record, as an example shows it, and its properties.
///
/// A difference from `stored-format.txt` is a change of the stored format, which needs a migration
/// once there is a release. The system property `pawl.regenerate` writes the file again.
class StoredFormatTest {

  private static final Path EXAMPLES =
      Path.of("src/test/resources/dev/pawl/server/store/codec/stored-format.txt");
  private static final int SEEDS = 300;

  private static String example() {
    // Plans are made of a seed: those of other tests may change for other reasons.
    var random = new RandomRecords(7);
    Stream<DomainEvent> planned =
        Stream.of(
            random.make(DomainEvent.RunPlanned.class),
            random.make(DomainEvent.JobRendered.class),
            random.make(DomainEvent.HooksAdded.class));
    Stream<DomainEvent> events =
        StoredEventsTest.events()
            .filter(event ->
                switch (event) {
                  case DomainEvent.RunPlanned _ -> false;
                  case DomainEvent.JobRendered _ -> false;
                  case DomainEvent.HooksAdded _ -> false;
                  case DomainEvent _ -> true;
                });
    Stream<String> transitions =
        Stream.concat(events, planned)
            .map(event ->
                new Transition("run", "r7", "queued", "START", "running", Actor.CLOCK, event))
            .map(line -> StoreCodec.encode(List.of(line)));
    Stream<String> effects = StoredEffectsTest.effects().map(StoreCodec::encode);
    Stream<String> others =
        Stream.of(
            StoreCodec.encode(ToolProfile.class, ToolProfile.DEFAULT),
            StoreCodec.encodeTexts(List.of("linux", "x64")));
    return Stream.of(transitions, effects, others)
        .flatMap(texts -> texts)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  void theStoredFormatIsAsBefore() throws IOException {
    if (System.getProperty("pawl.regenerate") != null) {
      Files.createDirectories(EXAMPLES.getParent());
      Files.writeString(EXAMPLES, example());
    }
    assertThat(example()).isEqualTo(Files.readString(EXAMPLES));
  }

  @Test
  void anyTransitionComesBackAsItWentIn() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Transition line = new RandomRecords(seed).make(Transition.class);
      assertThat(StoreCodec.transitions(StoreCodec.encode(List.of(line, line))))
          .as("seed %d", seed)
          .containsExactly(line, line);
    }
  }

  @Test
  void anyPlanEffectAndProfileComesBackAsItWentIn() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new RandomRecords(seed);
      Plan plan = random.make(Plan.class);
      Effect effect = random.make(Effect.class);
      ToolProfile profile = random.make(ToolProfile.class);
      BreakerProbe probe = random.make(BreakerProbe.class);
      assertThat(back(Plan.class, plan)).as("seed %d", seed).isEqualTo(plan);
      assertThat(StoreCodec.effect(StoreCodec.encode(effect))).isEqualTo(effect);
      assertThat(back(ToolProfile.class, profile)).isEqualTo(profile);
      assertThat(back(BreakerProbe.class, probe)).isEqualTo(probe);
    }
  }

  private static <T extends Record> T back(Class<T> type, T value) {
    return StoreCodec.decode(type, StoreCodec.encode(type, value));
  }

  @Test
  void aFieldThatNoRecordHasIsRejected() {
    String plan = StoreCodec.encode(Plan.class, SamplePlans.buildThenTest());
    for (String known :
        List.of("\"workflow\":", "\"runsOn\":", "\"continueOnError\":", "\"max\":")) {
      String text = plan.replace(known, "\"unheardOf\":1," + known);
      assertThatThrownBy(() -> StoreCodec.decode(Plan.class, text))
          .isInstanceOf(MalformedJson.class)
          .hasMessageContaining("has no field 'unheardOf'");
    }
  }

  @Test
  void aFieldThatIsMissingIsRejected() {
    String plan = StoreCodec.encode(Plan.class, SamplePlans.buildThenTest());
    assertThatThrownBy(
            () -> StoreCodec.decode(Plan.class, plan.replaceAll("\"grace\":\"PT30S\",", "")))
        .isInstanceOf(MalformedJson.class)
        .hasMessageContaining("without field 'grace'");
  }
}
