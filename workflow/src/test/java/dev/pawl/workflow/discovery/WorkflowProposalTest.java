package dev.pawl.workflow.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.WorkflowFile;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowProposalTest {

  /// @param entries `name`, or `name=text`
  private static ProjectFolder folder(String path, String... entries) {
    var texts = new TreeMap<String, String>();
    for (String entry : entries) {
      String[] parts = entry.split("=", 2);
      texts.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    return new ProjectFolder(path, texts);
  }

  private static WorkflowProposal proposal(ProjectFolder... folders) {
    return WorkflowDiscovery.propose(List.of(folders)).orElseThrow();
  }

  /// The jobs and what they run, as `job: command`.
  private static List<String> commands(ProjectFolder... folders) {
    List<String> commands = new ArrayList<>();
    String job = "";
    for (String line : proposal(folders).yaml().lines().toList()) {
      if (line.matches("  [a-z].*:")) {
        job = line.strip();
      } else if (line.startsWith("      - run: ")) {
        commands.add(job + " " + line.substring("      - run: ".length()));
      }
    }
    return commands;
  }

  @Test
  void nothingIsKnown() {
    assertThat(WorkflowDiscovery.propose(List.of(folder("", "README.md")))).isEmpty();
    assertThat(WorkflowDiscovery.propose(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, maven: mvn -B verify",
    "pom.xml mvnw, maven: ./mvnw -B verify",
    "build.gradle, gradle: gradle build",
    "build.gradle.kts settings.gradle.kts gradlew, gradle: ./gradlew build",
    "go.mod, go: go build ./...|go: go vet ./...|go: go test ./...",
    "Cargo.toml, cargo: cargo build|cargo: cargo test",
    "Cargo.toml Cargo.lock, cargo: cargo build --locked|cargo: cargo test --locked",
    "package.json, npm: npm install",
    "package.json package-lock.json, npm: npm ci",
    "package.json pnpm-lock.yaml, pnpm: pnpm install --frozen-lockfile",
    "package.json yarn.lock, yarn: yarn install --frozen-lockfile",
    "package.json yarn.lock .yarnrc.yml, yarn: yarn install --immutable",
    "tox.ini setup.py, python: tox",
    "Makefile, make: make"
  })
  void aBuildSystem(String names, String commands) {
    assertThat(commands(folder("", names.split(" ")))).containsExactly(commands.split("\\|"));
  }

  @Test
  void theScriptsThatAPackageHas() {
    String file =
        """
        package.json={"name": "x", "scripts": {
          "test": "vitest", "build": "tsc", "deploy": "rm -rf /", "lint": "eslint ."}}\
        """;

    assertThat(commands(folder("", file, "package-lock.json")))
        .containsExactly(
            "npm: npm ci", "npm: npm run lint", "npm: npm run build", "npm: npm run test");
  }

  @Test
  void theTestThatNpmInitWritesIsNone() {
    String file =
        "package.json={\"scripts\": {\"test\": \"echo \\\"Error: no test specified\\\" && exit 1\"}}";

    assertThat(commands(folder("", file))).containsExactly("npm: npm install");
  }

  @Test
  void thePackageManagerThatAPackageNames() {
    assertThat(commands(folder("", "package.json={\"packageManager\": \"pnpm@9.1.0\"}")))
        .containsExactly("pnpm: pnpm install");
  }

  @ParameterizedTest
  @ValueSource(strings = {"package.json={", "package.json=[]", "package.json={\"scripts\": 1}"})
  void aPackageThatCannotBeRead(String file) {
    assertThat(commands(folder("", file))).containsExactly("npm: npm install");
  }

  @Test
  void pythonWithPytest() {
    assertThat(commands(folder("", "pyproject.toml=[tool.pytest.ini_options]", "requirements.txt")))
        .containsExactly(
            "python: python3 -m venv .venv",
            "python: .venv/bin/python -m pip install -r requirements.txt",
            "python: .venv/bin/python -m pip install -e .",
            "python: .venv/bin/python -m pip install pytest",
            "python: .venv/bin/python -m pytest");
  }

  @Test
  void pythonWithToolsOfItsOwn() {
    assertThat(commands(folder("", "pyproject.toml", "uv.lock", "conftest.py")))
        .containsExactly("python: uv sync --locked", "python: uv run python -m pytest");
    assertThat(commands(folder("", "pyproject.toml", "poetry.lock")))
        .containsExactly(
            "python: poetry install", "python: poetry run python -m unittest discover");
  }

  @Test
  void theTargetsThatAMakefileHas() {
    String file = "Makefile=X := 1\nall: build\nbuild check: deps\n\techo test: no\n.PHONY: test\n";

    assertThat(commands(folder("", file))).containsExactly("make: make build", "make: make check");
    assertThat(commands(folder("", "Makefile=ci:\n\ttrue\ntest:\n\ttrue\n")))
        .containsExactly("make: make ci");
  }

  @Test
  void severalBuildSystemsAreSeveralJobs() {
    assertThat(commands(folder("", "pom.xml", "Makefile=test:\n"), folder("ui", "package.json")))
        .containsExactly("maven: mvn -B verify", "make: make test", "npm-ui: npm install");
  }

  @Test
  void aMakefileBesideAnotherBuildSystemNeedsAUsualTarget() {
    assertThat(commands(folder("", "pom.xml", "Makefile=foo:\n")))
        .containsExactly("maven: mvn -B verify");
  }

  @Test
  void theRootSpeaksForWhatIsBelow() {
    assertThat(
            commands(
                folder("", "pom.xml"),
                folder("core", "pom.xml"),
                folder("docs", "requirements.txt"),
                folder("node_modules", "package.json")))
        .containsExactly("maven: mvn -B verify");
  }

  @Test
  void aFolderIsWhereItsStepsRun() {
    assertThat(proposal(folder("api", "go.mod")).yaml())
        .contains("defaults: { run: { working-directory: \"api\" } }");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\": }", "$(touch x)", "a b", "-x", "ü", ".github", "a.b"})
  void aFolderOfAnUnusualNameIsLeftAlone(String path) {
    assertThat(WorkflowDiscovery.propose(List.of(folder(path, "go.mod")))).isEmpty();
  }

  @Test
  void theNumberOfJobsIsBounded() {
    List<ProjectFolder> folders =
        IntStream.range(0, 50).mapToObj(i -> folder("m" + i, "go.mod")).toList();

    WorkflowProposal proposal = WorkflowDiscovery.propose(folders).orElseThrow();

    assertThat(proposal.yaml().split("runs-on:")).hasSize(21);
    assertThat(proposal.reasons()).hasSize(21).last().isEqualTo("30 more jobs are left out");
  }

  @Test
  void itSaysWhy() {
    WorkflowProposal proposal =
        proposal(folder("", "pom.xml", "mvnw"), folder("ui", "package.json"));

    assertThat(proposal.reasons())
        .containsExactly(
            "maven: pom.xml: built with maven; mvnw: the wrapper is used",
            "npm-ui: in ui/, package.json: a Node package; it has none of the scripts lint,"
                + " typecheck, type-check, build, check, test");
    assertThat(proposal.yaml()).contains("  # mvnw: the wrapper is used\n  maven:\n");
  }

  @Test
  void theOrderOfTheFoldersDoesNotMatter() {
    ProjectFolder[] folders = {folder("b", "go.mod"), folder("", "pom.xml"), folder("a", "go.mod")};
    ProjectFolder[] reversed = {folders[2], folders[1], folders[0]};

    assertThat(proposal(folders)).isEqualTo(proposal(reversed));
  }

  @Test
  void theProposalIsAValidWorkflow() {
    String[] everything =
        Stream.of(
                "pom.xml mvnw gradlew build.gradle package.json yarn.lock go.mod Cargo.toml setup.py")
            .flatMap(names -> Stream.of(names.split(" ")))
            .toArray(String[]::new);
    String yaml = proposal(folder("", everything), folder("x-1", "tox.ini")).yaml();

    var reading = WorkflowFile.read("proposed.yml", yaml.getBytes(UTF_8));

    assertThat(reading.diagnostics().render()).isEmpty();
    assertThat(reading.workflow().orElseThrow().jobs()).hasSize(6);
  }
}
