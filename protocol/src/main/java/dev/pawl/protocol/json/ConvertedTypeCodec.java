package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.util.function.Function;

/// The codec of a class that is no record, and is written as one.
final class ConvertedTypeCodec<T, R extends Record> extends TypeCodec {

  private final Class<T> type;
  private final RecordTypeCodec record;
  private final Function<T, R> write;
  private final Function<R, T> read;

  ConvertedTypeCodec(
      Class<T> type, RecordTypeCodec record, Function<T, R> write, Function<R, T> read) {
    this.type = type;
    this.record = record;
    this.write = write;
    this.read = read;
  }

  @Override
  void write(JsonOutput out, Object value) {
    record.write(out, write.apply(type.cast(value)));
  }

  @Override
  @SuppressWarnings("unchecked") // the record's codec reads no other type
  Object read(JsonInput in) {
    R fields = (R) record.read(in);
    try {
      return read.apply(fields);
    } catch (IllegalArgumentException e) {
      throw new MalformedJson("no %s: %s".formatted(type.getSimpleName(), e.getMessage()), e);
    }
  }
}
