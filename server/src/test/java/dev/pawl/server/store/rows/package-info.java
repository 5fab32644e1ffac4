/// Tests of what queries of the rows cost.
@NullMarked
package dev.pawl.server.store.rows;

import org.jspecify.annotations.NullMarked;
