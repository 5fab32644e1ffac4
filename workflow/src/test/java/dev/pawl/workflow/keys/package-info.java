/// Tests of the table of keys, and the generators of the reference page and the JSON schema.
@NullMarked
package dev.pawl.workflow.keys;

import org.jspecify.annotations.NullMarked;
