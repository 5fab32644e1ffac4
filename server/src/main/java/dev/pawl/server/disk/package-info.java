/// Free space: when the disk of a server is nearly full, who has to stop, and the reserve that lets
/// decisions be committed all the same.
@NullMarked
package dev.pawl.server.disk;

import org.jspecify.annotations.NullMarked;
