/// Tests of the reports to a forge: order, retries, and runs that start later.
@NullMarked
package dev.pawl.server.effects;

import org.jspecify.annotations.NullMarked;
