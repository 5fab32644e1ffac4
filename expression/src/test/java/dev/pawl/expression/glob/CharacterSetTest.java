package dev.pawl.expression.glob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.glob.CharacterSet.Range;
import java.util.List;
import org.junit.jupiter.api.Test;

class CharacterSetTest {

  private static final CharacterSet SET =
      new CharacterSet(List.of(new Range('x', 'z'), new Range('+', '9'), new Range('a', 'c')));

  @Test
  void itContainsTheEndsOfItsRanges() {
    assertThat(SET.contains('a')).isTrue();
    assertThat(SET.contains('c')).isTrue();
    assertThat(SET.contains('d')).isFalse();
    assertThat(new CharacterSet(List.of(new Range('c', 'a'))).contains('b')).isFalse();
  }

  @Test
  void itsComplementContainsTheRest() {
    CharacterSet complement = SET.complement();
    for (char character = 0; character < 300; character++) {
      assertThat(complement.contains(character)).isNotEqualTo(SET.contains(character));
    }
    assertThat(complement.contains(Character.MAX_VALUE)).isTrue();
    assertThat(CharacterSet.ALL.complement().ranges()).isEmpty();
    assertThat(new CharacterSet(List.of()).complement()).isEqualTo(CharacterSet.ALL);
  }

  @Test
  void theSlashCanBeTakenOut() {
    CharacterSet names = SET.withoutSlash();
    for (char character = 0; character < 300; character++) {
      assertThat(names.contains(character)).isEqualTo(SET.contains(character) && character != '/');
    }
  }
}
