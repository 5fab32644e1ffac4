/// Tests of the migrations, with a second schema version that is made up.
@NullMarked
package dev.pawl.server.store.migration;

import org.jspecify.annotations.NullMarked;
