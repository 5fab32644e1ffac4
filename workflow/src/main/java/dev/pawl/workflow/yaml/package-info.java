/// YAML 1.2 as a tree in which everything knows where it stands, within limits that no file can
/// exceed.
@NullMarked
package dev.pawl.workflow.yaml;

import org.jspecify.annotations.NullMarked;
