package dev.pawl.server.store.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The inserts, updates and deletes of one commit in one table. Several changes of a row are
/// merged, so that each row is written once.
public final class TableWrites {

  /// A row, or the changes of one: a value for each column of the table, null where it is
  /// unchanged.
  ///
  /// @param expectedVersion the version that the stored row must have, in a versioned table
  @SuppressWarnings("ArrayRecordComponent")
  public // never compared
  record RowImage(@Nullable Object[] values, long expectedVersion) {}

  /// The values of a row's key. Numbers are compared by their values, whatever their types.
  private static final class RowKey implements Comparable<RowKey> {

    private final Object[] parts;
    private final int hash;

    RowKey(@Nullable Object[] values, int keys) {
      parts = new Object[keys];
      int hashed = 0;
      for (int column = 0; column < keys; column++) {
        Object value = Objects.requireNonNull(values[column]);
        parts[column] = value instanceof Number number ? (Object) number.longValue() : value;
        hashed = 31 * hashed + parts[column].hashCode();
      }
      hash = hashed;
    }

    @Override
    @SuppressWarnings("unchecked") // values of one column are of one type
    public int compareTo(RowKey other) {
      int order = 0;
      for (int column = 0; column < parts.length && order == 0; column++) {
        order = ((Comparable<Object>) parts[column]).compareTo(other.parts[column]);
      }
      return order;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof RowKey key && Arrays.equals(parts, key.parts);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final SqlTable table;
  private final int keys;
  private final List<SqlTable.Column> columns;
  private final int state;
  private final int lease;
  private final SequencedMap<RowKey, RowImage> inserts = new LinkedHashMap<>();
  private final SequencedMap<RowKey, RowImage> insertsIfAbsent = new LinkedHashMap<>();
  private final SequencedMap<RowKey, RowImage> updates = new LinkedHashMap<>();
  private final SequencedMap<RowKey, RowImage> deletes = new LinkedHashMap<>();
  private final List<RowImage> appended = new ArrayList<>();

  TableWrites(SqlTable table) {
    this.table = table;
    this.keys = table.keys().size();
    this.columns = table.columns();
    this.state = names(table).indexOf(SqlTable.STATE);
    this.lease = names(table).indexOf(SqlTable.LEASE);
  }

  private static List<String> names(SqlTable table) {
    return table.columns().stream().map(SqlTable.Column::name).toList();
  }

  public SqlTable table() {
    return table;
  }

  /// Inserts a row that this commit does not change again.
  public void append(@Nullable Object... values) {
    appended.add(new RowImage(values, 0));
  }

  /// Inserts a row that must not exist.
  public void insert(@Nullable Object... values) {
    inserts.put(key(values), new RowImage(values, 0));
  }

  /// Inserts a row unless it exists.
  public void insertIfAbsent(@Nullable Object... values) {
    RowKey key = key(values);
    if (!inserts.containsKey(key)) {
      insertsIfAbsent.putIfAbsent(key, new RowImage(values, 0));
    }
  }

  /// Updates a row; null keeps a column's value if its rule in [SqlTable] allows that.
  public void update(@Nullable Object... values) {
    updateFromVersion(0, values);
  }

  /// Updates an aggregate's row, which must have the `expected` version.
  public void updateFromVersion(long expected, @Nullable Object... values) {
    RowKey key = key(values);
    @Nullable RowImage known = inserts.containsKey(key) ? inserts.get(key) : updates.get(key);
    if (known == null) {
      updates.put(key, new RowImage(values, expected));
    } else {
      merge(known.values(), values);
    }
  }

  /// Deletes a row.
  public void delete(Object... keyValues) {
    RowKey key = key(keyValues);
    updates.remove(key);
    if (inserts.remove(key) == null) {
      deletes.put(key, new RowImage(keyValues, 0));
    }
  }

  /// Sets a column in all rows written so far whose first of several keys is that, where the write
  /// changes it.
  void set(String firstKey, int column, Object value) {
    for (SequencedMap<RowKey, RowImage> writes : List.of(inserts, updates)) {
      for (RowImage row : writes.values()) {
        if (firstKey.equals(row.values()[0]) && row.values()[column] != null) {
          row.values()[column] = value;
        }
      }
    }
  }

  private RowKey key(@Nullable Object[] values) {
    return new RowKey(values, keys);
  }

  private void merge(@Nullable Object[] before, @Nullable Object[] later) {
    @Nullable Object leaseBefore = lease < 0 ? null : before[lease];
    for (int i = keys; i < before.length; i++) {
      before[i] =
          switch (columns.get(i).rule()) {
            case KEY, FIXED -> before[i];
            case LAST -> later[i];
            case GIVEN -> later[i] == null ? before[i] : later[i];
            case FIRST -> before[i] == null ? later[i] : before[i];
            case GREATEST -> greatest(before[i], later[i]);
            case SUM -> sum(before[i], later[i]);
            case OF_STATE -> later[state] == null ? before[i] : later[i];
            case OF_LEASE -> ofLease(leaseBefore, before[i], later[lease], later[i]);
          };
    }
  }

  private static @Nullable Object ofLease(
      @Nullable Object leaseBefore,
      @Nullable Object before,
      @Nullable Object lease,
      @Nullable Object later) {
    if (lease == null || number(lease) < number(leaseBefore)) {
      return before;
    }
    return number(lease) > number(leaseBefore) ? later : greatest(before, later);
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

  /// The rows that these writes would leave in an empty table, in the order of their keys.
  public List<@Nullable Object[]> rowsFromEmptyTable() {
    SequencedMap<RowKey, RowImage> all = new LinkedHashMap<>(inserts);
    insertsIfAbsent.forEach(all::putIfAbsent);
    updates.forEach((key, later) -> {
      @Nullable RowImage before = all.get(key);
      if (before == null) {
        throw new IllegalStateException(
            "a row of table '%s' is updated before it is inserted".formatted(table));
      }
      merge(before.values(), later.values());
    });
    return inOrder(all).stream().map(RowImage::values).toList();
  }

  /// The inserted rows, in the order of their keys.
  public List<RowImage> inserts() {
    List<RowImage> all = inOrder(inserts);
    all.addAll(appended);
    return all;
  }

  public List<RowImage> insertsIfAbsent() {
    return inOrder(insertsIfAbsent);
  }

  public List<RowImage> updates() {
    return inOrder(updates);
  }

  public List<RowImage> deletes() {
    return inOrder(deletes);
  }

  /// Sorted by key, so that two commits lock the same rows in the same order.
  private static List<RowImage> inOrder(SequencedMap<RowKey, RowImage> images) {
    if (images.size() <= 1) {
      return new ArrayList<>(images.values());
    }
    return new ArrayList<>(new TreeMap<>(images).values());
  }
}
