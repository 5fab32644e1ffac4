package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import tools.jackson.core.JsonToken;

/// The codec of a record that many others share: the first of equal ones is written in full, and
/// the others as its number. Two hundred cells of a matrix have one body.
final class SharedTypeCodec extends TypeCodec {

  private final RecordTypeCodec full;

  SharedTypeCodec(RecordTypeCodec full) {
    this.full = full;
  }

  @Override
  void write(JsonOutput out, Object value) {
    Integer number = out.numberOf(value);
    if (number == null) {
      full.write(out, value);
    } else {
      out.json.writeNumber(number);
    }
  }

  @Override
  Object read(JsonInput in) {
    if (in.json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return in.shared(full.type(), in.json.getIntValue());
    }
    Object value = full.read(in);
    in.share(value);
    return value;
  }
}
