package dev.pawl.workflow.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Detects a Python project, with the tool that it uses or else a virtual environment beside the
/// sources.
final class PythonProject {

  private static final String[] FILES = {
    "pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "pytest.ini", "requirements.txt"
  };
  private static final String PYTHON = ".venv/bin/python -m ";

  static Optional<ProposedJob> in(ProjectFolder folder) {
    return folder.firstOf(FILES).map(file -> job(folder, file));
  }

  private static ProposedJob job(ProjectFolder folder, String file) {
    List<String> reasons = new ArrayList<>(List.of(file + ": a Python project"));
    List<String> commands = new ArrayList<>();
    if (folder.has("tox.ini") || folder.mentions("pyproject.toml", "[tool.tox")) {
      reasons.add("tox is configured");
      commands.add("tox");
    } else if (folder.has("uv.lock")) {
      reasons.add("uv.lock: installed with uv");
      commands.addAll(List.of("uv sync --locked", "uv run " + tests(folder, reasons)));
    } else if (folder.has("poetry.lock")) {
      reasons.add("poetry.lock: installed with poetry");
      commands.addAll(List.of("poetry install", "poetry run " + tests(folder, reasons)));
    } else {
      commands.addAll(environment(folder));
      commands.add(".venv/bin/" + tests(folder, reasons));
    }
    return new ProposedJob(folder, "python", reasons, commands);
  }

  private static List<String> environment(ProjectFolder folder) {
    List<String> commands = new ArrayList<>(List.of("python3 -m venv .venv"));
    if (folder.has("requirements.txt")) {
      commands.add(PYTHON + "pip install -r requirements.txt");
    }
    if (folder.firstOf("pyproject.toml", "setup.py").isPresent()) {
      commands.add(PYTHON + "pip install -e .");
    }
    if (usesPytest(folder)) {
      commands.add(PYTHON + "pip install pytest");
    }
    return commands;
  }

  private static String tests(ProjectFolder folder, List<String> reasons) {
    reasons.add(
        usesPytest(folder)
            ? "tested with pytest"
            : "no sign of pytest, so it is tested with unittest");
    return usesPytest(folder) ? "python -m pytest" : "python -m unittest discover";
  }

  private static boolean usesPytest(ProjectFolder folder) {
    return folder.firstOf("pytest.ini", "conftest.py").isPresent()
        || Stream.of(FILES).anyMatch(file -> folder.mentions(file, "pytest"));
  }

  private PythonProject() {}
}
