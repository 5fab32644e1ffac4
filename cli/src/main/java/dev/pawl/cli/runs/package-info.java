/// The runs that commands look at and act on, behind one interface: [RunClient]. References to runs
/// and actions of people come in, rows and answers go out. Only the owner of a run decides about
/// it; looking changes nothing.
@NullMarked
package dev.pawl.cli.runs;

import org.jspecify.annotations.NullMarked;
