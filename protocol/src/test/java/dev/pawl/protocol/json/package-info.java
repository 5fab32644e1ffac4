/// Tests of the JSON codec of records.
@NullMarked
package dev.pawl.protocol.json;

import org.jspecify.annotations.NullMarked;
