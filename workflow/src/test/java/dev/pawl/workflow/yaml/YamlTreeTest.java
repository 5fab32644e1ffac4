package dev.pawl.workflow.yaml;

import static dev.pawl.workflow.yaml.YamlFixture.at;
import static dev.pawl.workflow.yaml.YamlFixture.errors;
import static dev.pawl.workflow.yaml.YamlFixture.mapping;
import static dev.pawl.workflow.yaml.YamlFixture.scalar;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlTreeTest {

  @Test
  void everyNodeAndKeyKnowsWhereItStands() {
    YamlMapping root = mapping("on: push\njobs:\n  - a\n  - { b: c }\n");
    YamlEntry jobs = root.entry("jobs").orElseThrow();
    YamlSequence list = (YamlSequence) jobs.value();
    assertThat(root.position()).isEqualTo(at(1, 1));
    assertThat(jobs.position()).isEqualTo(at(2, 1));
    assertThat(list.position()).isEqualTo(at(3, 3));
    assertThat(list.items()).extracting(YamlNode::position).containsExactly(at(3, 5), at(4, 5));
  }

  @Test
  void onIsAString() {
    assertThat(scalar("on: on", "on").kind()).isEqualTo(ScalarKind.TEXT);
    assertThat(scalar("a: yes", "a").kind()).isEqualTo(ScalarKind.TEXT);
  }

  @Test
  void numbersAndBooleansKeepTheirWrittenText() {
    assertThat(scalar("a: 1.50", "a").text()).isEqualTo("1.50");
    assertThat(scalar("a: 1.50", "a").kind()).isEqualTo(ScalarKind.DECIMAL);
    assertThat(scalar("a: 0x1F", "a").kind()).isEqualTo(ScalarKind.INTEGER);
    assertThat(scalar("a: True", "a").text()).isEqualTo("True");
    assertThat(scalar("a: True", "a").kind()).isEqualTo(ScalarKind.BOOLEAN);
    assertThat(scalar("a: '1'", "a").kind()).isEqualTo(ScalarKind.TEXT);
  }

  @Test
  void nothingIsWrittenInThreeWays() {
    assertThat(scalar("a:", "a").isNothing()).isTrue();
    assertThat(scalar("a: ~", "a").isNothing()).isTrue();
    assertThat(scalar("a: null", "a").isNothing()).isTrue();
    assertThat(scalar("a: ''", "a").isNothing()).isFalse();
  }

  @Test
  void aTagSaysWhatAScalarIs() {
    assertThat(scalar("a: !!str 1", "a").kind()).isEqualTo(ScalarKind.TEXT);
    assertThat(scalar("a: !!float 1", "a").kind()).isEqualTo(ScalarKind.DECIMAL);
    assertThat(errors("a: !!int x")).containsExactly("1:4 `x` is not a number");
    assertThat(errors("a: !secret x")).containsExactly("1:4 the tag `!secret` is not known");
    assertThat(errors("a: !!set {x}"))
        .containsExactly("1:4 the tag `tag:yaml.org,2002:set` is not known");
  }

  @Test
  void anAliasHasThePositionOfItsUse() {
    YamlMapping root = mapping("a: &x [1, 2]\nb: *x\n");
    YamlSequence used = (YamlSequence) root.entry("b").orElseThrow().value();
    assertThat(used.position()).isEqualTo(at(2, 4));
    assertThat(used.items()).extracting(YamlNode::position).containsExactly(at(1, 8), at(1, 11));
  }

  @Test
  void lineEndsAndAByteOrderMarkDoNotMovePositions() {
    YamlMapping root = mapping("a: 1\r\nb: |\r\n  x\r\n  y\r\nc: 3\r\n");
    assertThat(root.entry("c").orElseThrow().position()).isEqualTo(at(5, 1));
    assertThat(((YamlScalar) root.entry("b").orElseThrow().value()).text()).isEqualTo("x\ny\n");
    assertThat(errors("\uFEFFa: b: c")).containsExactly("1:5 a `:` is not expected here");
  }

  @Test
  void charactersOutsideOfTheBasicPlaneCountAsOneColumn() {
    assertThat(errors("a: [🐢🐢, *x]"))
        .containsExactly("1:9 the alias `*x` has no anchor above it");
  }
}
