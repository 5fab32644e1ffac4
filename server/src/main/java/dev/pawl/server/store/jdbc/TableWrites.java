package dev.pawl.server.store.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What one commit makes of the rows of one table: what is new, what has moved and what is gone,
/// each row once, however often it moved.
public final class TableWrites {

  /// A row, or what has moved of it: a value for every column of its table.
  ///
  /// @param expectedVersion the version that the row must have, in a table of aggregates
  @SuppressWarnings("ArrayRecordComponent")
  public // nobody compares two of them
  record RowImage(@Nullable Object[] values, long expectedVersion) {}

  private final SqlTable table;
  private final int keys;
  private final List<SqlTable.Column> columns;
  private final SequencedMap<Object, RowImage> inserts = new LinkedHashMap<>();
  private final SequencedMap<Object, RowImage> absent = new LinkedHashMap<>();
  private final SequencedMap<Object, RowImage> updates = new LinkedHashMap<>();
  private final SequencedMap<Object, RowImage> puts = new LinkedHashMap<>();
  private final SequencedMap<Object, RowImage> deletes = new LinkedHashMap<>();
  private final List<RowImage> appended = new ArrayList<>();

  TableWrites(SqlTable table) {
    this.table = table;
    this.keys = table.keys().size();
    this.columns = table.columns();
  }

  public SqlTable table() {
    return table;
  }

  /// A row without a key of its own.
  public void append(@Nullable Object... values) {
    appended.add(new RowImage(values, 0));
  }

  /// A row that is not there yet.
  public void insert(@Nullable Object... values) {
    inserts.put(key(values), new RowImage(values, 0));
  }

  /// A row, unless it is there already.
  public void insertIfAbsent(@Nullable Object... values) {
    Object key = key(values);
    if (!inserts.containsKey(key)) {
      absent.putIfAbsent(key, new RowImage(values, 0));
    }
  }

  /// When a run is due, whether that is known or not: see [Dialect#upsertDue].
  public void upsertDue(@Nullable Object... values) {
    Object key = key(values);
    deletes.remove(key);
    puts.put(key, new RowImage(values, 0));
  }

  /// What has moved of a row; nothing where a column stays as it is.
  public void update(@Nullable Object... values) {
    updateFromVersion(0, values);
  }

  /// What has moved of an aggregate's row, which must have the `expected` version.
  public void updateFromVersion(long expected, @Nullable Object... values) {
    Object key = key(values);
    @Nullable RowImage known = inserts.containsKey(key) ? inserts.get(key) : updates.get(key);
    if (known == null) {
      updates.put(key, new RowImage(values, expected));
    } else {
      merge(known.values(), values);
    }
  }

  /// A row that is not there any more.
  public void delete(Object... keyValues) {
    Object key = key(keyValues);
    updates.remove(key);
    puts.remove(key);
    if (inserts.remove(key) == null) {
      deletes.put(key, new RowImage(keyValues, 0));
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
  public List<@Nullable Object[]> rowsFromEmptyTable() {
    SequencedMap<Object, RowImage> all = new LinkedHashMap<>(inserts);
    absent.forEach(all::putIfAbsent);
    updates.forEach((key, later) -> {
      @Nullable RowImage before = all.get(key);
      if (before == null) {
        throw new IllegalStateException("a row of %s moves before it is there".formatted(table));
      }
      merge(before.values(), later.values());
    });
    return inOrder(all).stream().map(RowImage::values).toList();
  }

  /// What is new, in the order of the keys.
  public List<RowImage> inserts() {
    List<RowImage> all = inOrder(inserts);
    all.addAll(appended);
    return all;
  }

  public List<RowImage> insertsIfAbsent() {
    return inOrder(absent);
  }

  public List<RowImage> dueUpserts() {
    return inOrder(puts);
  }

  public List<RowImage> updates() {
    return inOrder(updates);
  }

  public List<RowImage> deletes() {
    return inOrder(deletes);
  }

  /// So that two commits lock the same rows in the same order.
  private static List<RowImage> inOrder(SequencedMap<Object, RowImage> images) {
    if (images.size() <= 1) {
      return new ArrayList<>(images.values());
    }
    return new ArrayList<>(new TreeMap<>(images).values());
  }
}
