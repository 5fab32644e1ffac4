package dev.pawl.server.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What one commit makes of the rows of one table: what is new, what has moved and what is gone,
/// each row once, however often it moved.
final class RowWrites {

  /// A row, or what has moved of it: a value for every column of its table.
  ///
  /// @param expected the version that the row must have, in a table of aggregates
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two of them
  record Image(@Nullable Object[] values, long expected) {}

  private final Table table;
  private final int keys;
  private final List<Table.Column> columns;
  private final SequencedMap<Object, Image> inserts = new LinkedHashMap<>();
  private final SequencedMap<Object, Image> absent = new LinkedHashMap<>();
  private final SequencedMap<Object, Image> updates = new LinkedHashMap<>();
  private final SequencedMap<Object, Image> puts = new LinkedHashMap<>();
  private final SequencedMap<Object, Image> deletes = new LinkedHashMap<>();
  private final List<Image> appended = new ArrayList<>();

  RowWrites(Table table) {
    this.table = table;
    this.keys = table.keys().size();
    this.columns = table.columns();
  }

  Table table() {
    return table;
  }

  /// A row without a key of its own.
  void append(@Nullable Object... values) {
    appended.add(new Image(values, 0));
  }

  /// A row that is not there yet.
  void insert(@Nullable Object... values) {
    inserts.put(key(values), new Image(values, 0));
  }

  /// A row, unless it is there already.
  void insertIfAbsent(@Nullable Object... values) {
    Object key = key(values);
    if (!inserts.containsKey(key)) {
      absent.putIfAbsent(key, new Image(values, 0));
    }
  }

  /// When a run is due, whether that is known or not: see [Dialect#putDue].
  void put(@Nullable Object... values) {
    Object key = key(values);
    deletes.remove(key);
    puts.put(key, new Image(values, 0));
  }

  /// What has moved of a row; nothing where a column stays as it is.
  void update(@Nullable Object... values) {
    updateFrom(0, values);
  }

  /// What has moved of an aggregate's row, which must have the `expected` version.
  void updateFrom(long expected, @Nullable Object... values) {
    Object key = key(values);
    @Nullable Image known = inserts.containsKey(key) ? inserts.get(key) : updates.get(key);
    if (known == null) {
      updates.put(key, new Image(values, expected));
    } else {
      merge(known.values(), values);
    }
  }

  /// A row that is not there any more.
  void delete(Object... keyValues) {
    Object key = key(keyValues);
    updates.remove(key);
    puts.remove(key);
    if (inserts.remove(key) == null) {
      deletes.put(key, new Image(keyValues, 0));
    }
  }

  private Object key(@Nullable Object[] values) {
    if (keys == 1) {
      return String.valueOf(values[0]);
    }
    var key = new StringBuilder();
    for (int column = 0; column < keys; column++) {
      key.append(values[column]).append('\n');
    }
    return key.toString();
  }

  private void merge(@Nullable Object[] before, @Nullable Object[] later) {
    for (int i = keys; i < before.length; i++) {
      before[i] =
          switch (columns.get(i).rule()) {
            case KEY, FIXED -> before[i];
            case LAST -> later[i];
            case GIVEN -> later[i] == null ? before[i] : later[i];
            case FIRST -> before[i] == null ? later[i] : before[i];
            case GREATEST -> greatest(before[i], later[i]);
            case SUM -> sum(before[i], later[i]);
          };
    }
  }

  @SuppressWarnings("unchecked") // values of one column are of one type
  private static @Nullable Object greatest(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return ((Comparable<Object>) one).compareTo(other) >= 0 ? one : other;
  }

  private static Object sum(@Nullable Object one, @Nullable Object other) {
    return number(one) + number(other);
  }

  private static long number(@Nullable Object value) {
    return value == null ? 0 : ((Number) value).longValue();
  }

  /// The rows that there would be, had there been none before: in the order of the keys.
  List<@Nullable Object[]> fromNothing() {
    SequencedMap<Object, Image> all = new LinkedHashMap<>(inserts);
    absent.forEach(all::putIfAbsent);
    updates.forEach((key, later) -> {
      @Nullable Image before = all.get(key);
      if (before == null) {
        throw new IllegalStateException("a row of %s moves before it is there".formatted(table));
      }
      merge(before.values(), later.values());
    });
    return inOrder(all).stream().map(Image::values).toList();
  }

  /// What is new, in the order of the keys.
  List<Image> inserts() {
    List<Image> all = inOrder(inserts);
    all.addAll(appended);
    return all;
  }

  List<Image> absent() {
    return inOrder(absent);
  }

  List<Image> puts() {
    return inOrder(puts);
  }

  List<Image> updates() {
    return inOrder(updates);
  }

  List<Image> deletes() {
    return inOrder(deletes);
  }

  /// So that two commits lock the same rows in the same order.
  private static List<Image> inOrder(SequencedMap<Object, Image> images) {
    if (images.size() <= 1) {
      return new ArrayList<>(images.values());
    }
    return new ArrayList<>(new TreeMap<>(images).values());
  }
}
