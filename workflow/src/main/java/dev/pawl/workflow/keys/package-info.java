/// The keys of the workflow language, as a table.
@NullMarked
package dev.pawl.workflow.keys;

import org.jspecify.annotations.NullMarked;
