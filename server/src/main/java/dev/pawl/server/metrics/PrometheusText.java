package dev.pawl.server.metrics;

import java.util.Arrays;
import java.util.Map;

/// Writer of the text format of Prometheus.
public final class PrometheusText {

  private static final double LARGEST_EXACT = 1e15;

  private final StringBuilder text = new StringBuilder();

  /// A counter without labels.
  public PrometheusText counter(String name, String help, long value) {
    head(name, help, "counter");
    return sample(name, (double) value);
  }

  /// Counters with one label.
  public PrometheusText counters(String name, String help, String label, CounterFamily family) {
    head(name, help, "counter");
    family
        .counts()
        .forEach((first, some) -> some.forEach((_, count) -> sample(name, count, label, first)));
    return this;
  }

  /// Counters with two labels.
  public PrometheusText counters(
      String name, String help, String label, String other, CounterFamily family) {
    head(name, help, "counter");
    family
        .counts()
        .forEach((first, some) ->
            some.forEach((second, count) -> sample(name, count, label, first, other, second)));
    return this;
  }

  /// A gauge without labels.
  public PrometheusText gauge(String name, String help, double value) {
    head(name, help, "gauge");
    return sample(name, value);
  }

  /// Gauges with one label.
  public PrometheusText gauges(
      String name, String help, String label, Map<String, ? extends Number> values) {
    head(name, help, "gauge");
    values.forEach((key, value) -> sample(name, value.doubleValue(), label, key));
    return this;
  }

  public PrometheusText histogram(String name, String help, Histogram histogram) {
    head(name, help, "histogram");
    return buckets(name, histogram);
  }

  /// Histograms with one label.
  public PrometheusText histograms(
      String name, String help, String label, Map<String, Histogram> histograms) {
    head(name, help, "histogram");
    histograms.forEach((value, histogram) -> buckets(name, histogram, label, value));
    return this;
  }

  private PrometheusText buckets(String name, Histogram histogram, String... labels) {
    long count = 0;
    for (int i = 0; i < histogram.size(); i++) {
      count += histogram.bucket(i);
      String[] all = Arrays.copyOf(labels, labels.length + 2);
      all[labels.length] = "le";
      all[labels.length + 1] = histogram.bound(i);
      sample(name + "_bucket", (double) count, all);
    }
    sample(name + "_sum", histogram.sum(), labels);
    return sample(name + "_count", (double) count, labels);
  }

  private void head(String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /// @param labels names and values in turn
  private PrometheusText sample(String name, double value, String... labels) {
    text.append(name);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      text.append(escaped(labels[i + 1])).append('"');
    }
    text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    return this;
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < LARGEST_EXACT
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
