/// The JSON documents that the API answers with and reads: records, whose fields are the contract.
///
/// Rows and explanations enter, documents leave. They are the same for every client; nothing here
/// reads the store.
@NullMarked
package dev.pawl.server.api.document;

import org.jspecify.annotations.NullMarked;
