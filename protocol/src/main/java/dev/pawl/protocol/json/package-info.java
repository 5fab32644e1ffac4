/// The JSON form of records: one codec for what is stored and for what is sent.
///
/// Records, sealed families of records and texts enter and leave; field names are the names of the
/// components, so renaming one changes the format. Knows the records of a plan; knows nothing of
/// messages, stores or sockets.
@NullMarked
package dev.pawl.protocol.json;

import org.jspecify.annotations.NullMarked;
