/// Tests of the maintenance of a live server.
@NullMarked
package dev.pawl.server.maintenance;

import org.jspecify.annotations.NullMarked;
