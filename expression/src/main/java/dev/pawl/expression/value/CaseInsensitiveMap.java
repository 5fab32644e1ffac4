package dev.pawl.expression.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable map with case-insensitive lookup that keeps the names as written and their order.
final class CaseInsensitiveMap extends AbstractMap<String, Value>
    implements SequencedMap<String, Value> {

  /// The entries by folded name.
  private final LinkedHashMap<String, Entry<String, Value>> entries = new LinkedHashMap<>();

  static CaseInsensitiveMap copyOf(Map<String, Value> fields) {
    if (fields instanceof CaseInsensitiveMap same) {
      return same;
    }
    var map = new CaseInsensitiveMap();
    fields.forEach(
        (name, value) -> map.entries.putIfAbsent(CaseFold.fold(name), Map.entry(name, value)));
    return map;
  }

  @Override
  public @Nullable Value get(@Nullable Object key) {
    Entry<String, Value> entry = key instanceof String name ? find(name) : null;
    return entry == null ? null : entry.getValue();
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key instanceof String name && find(name) != null;
  }

  private @Nullable Entry<String, Value> find(String name) {
    return entries.get(CaseFold.fold(name));
  }

  @Override
  public SequencedMap<String, Value> reversed() {
    var reversed = new CaseInsensitiveMap();
    reversed.entries.putAll(entries.reversed());
    return reversed;
  }

  @Override
  public Set<Entry<String, Value>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<String, Value>> iterator() {
        return Collections.unmodifiableCollection(entries.values()).iterator();
      }

      @Override
      public int size() {
        return entries.size();
      }
    };
  }
}
