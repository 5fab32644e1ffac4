/// The keys of the workflow language, as tables.
///
/// The reader, the reference page and the JSON schema are all driven by these tables, so a new key
/// is one row here and its reading. They know shapes and notes, and read nothing.
@NullMarked
package dev.pawl.workflow.keys;

import org.jspecify.annotations.NullMarked;
