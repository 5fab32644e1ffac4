package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Compares `docs/security.md` with the tests: a threat whose test is gone is not covered.
class SecurityPageTest {

  private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z]*(?:Test|IT))`");

  @Test
  void everyTestOfThePageExists() throws IOException {
    String page = Files.readString(ImportedClasses.root().resolve("docs/security.md"));
    Set<String> named =
        TEST.matcher(page)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> existing =
        SourceFile.all().stream().map(SourceFile::name).collect(Collectors.toSet());
    assertThat(named).hasSizeGreaterThan(20);
    named.removeAll(existing);
    assertThat(named).isEmpty();
  }

  @Test
  void everyThreatNamesATest() throws IOException {
    Path page = ImportedClasses.root().resolve("docs/security.md");
    assertThat(
            Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| threat"))
                .filter(line -> !line.startsWith("| ---"))
                .filter(line -> !TEST.matcher(line).find()))
        .isEmpty();
  }
}
