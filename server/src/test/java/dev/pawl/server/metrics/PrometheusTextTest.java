package dev.pawl.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Text format of Prometheus.
class PrometheusTextTest {

  @Test
  void countersAndGaugesHaveTheirTypes() {
    var family = new CounterFamily();
    family.increment("run", "START");
    family.increment("run", "START");
    family.increment("lease", "ACK");
    var text =
        new PrometheusText()
            .counter("a_total", "A.", 7)
            .counters("b_total", "B.", "machine", "event", family)
            .gauge("c", "C.", 0.5)
            .gauges("d", "D.", "name", Map.of("x\"\\\n", 3L));
    assertThat(text)
        .hasToString(
            """
            # HELP a_total A.
            # TYPE a_total counter
            a_total 7
            # HELP b_total B.
            # TYPE b_total counter
            b_total{machine="lease",event="ACK"} 1
            b_total{machine="run",event="START"} 2
            # HELP c C.
            # TYPE c gauge
            c 0.5
            # HELP d D.
            # TYPE d gauge
            d{name="x\\"\\\\\\n"} 3
            """);
  }

  @Test
  void bucketsOfAHistogramAddUp() {
    var histogram = new Histogram(0.1, 1);
    histogram.record(0.1);
    histogram.record(0.5);
    histogram.record(0.25);
    histogram.record(9);
    assertThat(histogram.count()).isEqualTo(4);
    assertThat(new PrometheusText().histogram("t", "T.", histogram))
        .hasToString(
            """
            # HELP t T.
            # TYPE t histogram
            t_bucket{le="0.1"} 1
            t_bucket{le="1"} 3
            t_bucket{le="+Inf"} 4
            t_sum 9.85
            t_count 4
            """);
  }

  @Test
  void aFamilyIsBounded() {
    var family = new CounterFamily();
    for (int i = 0; i < 1_000; i++) {
      family.increment("l" + i);
    }
    assertThat(family.counts()).hasSize(500);
  }
}
