# Brings a commit into a directory of the workspace. What to do is said by variables:
#   PAWL_CHECKOUT_LEAVE      the workspace is the working tree, and stays as it is
#   PAWL_CHECKOUT_FROM       the repository: a URL, or a path
#   PAWL_CHECKOUT_LOCAL      it is a path
#   PAWL_CHECKOUT_DIRECTORY  where to
#   PAWL_CHECKOUT_OWNED      whatever is in the workspace is the job's own
#   PAWL_CHECKOUT_COMMIT     the commit, if it is known; REF says only what it is called then
#   PAWL_CHECKOUT_REF        a branch, a tag, a commit, or a name with refs/; empty for the default branch
#   PAWL_CHECKOUT_DEPTH      how many commits, 0 for all
#   PAWL_CHECKOUT_TAGS       all tags too
#   PAWL_CHECKOUT_CLEAN      take away what an earlier checkout has left
#   PAWL_CHECKOUT_QUERY      check nothing out: print the commit that REF stands for; exit code 3 if there is no such ref
set -eu

# A run that was started by a hook of git must not work on that hook's repository.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_COMMON_DIR GIT_PREFIX
export GIT_TERMINAL_PROMPT=0

fail() {
  echo "Error: $1"
  exit 1
}

finish() {
  printf 'commit=%s\nref=%s\n' "$1" "$PAWL_CHECKOUT_REF" >>"$GITHUB_OUTPUT"
}

if [ -n "$PAWL_CHECKOUT_LEAVE" ]; then
  echo "The workspace is the working tree itself, which stays as it is."
  finish "$(git rev-parse --verify --quiet HEAD 2>/dev/null || :)"
  exit 0
fi

command -v git >/dev/null || fail "git is not on the PATH"
from=$PAWL_CHECKOUT_FROM
if [ -n "$PAWL_CHECKOUT_LOCAL" ]; then
  # Also from a directory within a repository, or from one of several working trees.
  from=$(git -c safe.directory='*' -C "$from" rev-parse --path-format=absolute --git-common-dir 2>/dev/null) ||
    fail "$PAWL_CHECKOUT_FROM is no git repository"
fi

# git refuses to read a repository of another user on this machine, unless it is told that it may. It
# passes no configuration on to the process that reads; so that one is told, for its one command.
upload=
case $from in
  file://* | /*) upload="--upload-pack=git -c safe.directory='*' upload-pack" ;;
esac

if [ -n "${PAWL_CHECKOUT_QUERY:-}" ]; then
  ref=${PAWL_CHECKOUT_REF:-HEAD}
  if ! listed=$(git ls-remote -q ${upload:+"$upload"} -- "$from" "$ref" "$ref^{}" 2>&1); then
    fail "$from cannot be read: $(printf '%s\n' "$listed" | grep -m 1 '^fatal: \|^error: ' || :)"
  fi
  commit=
  while IFS='	' read -r id name; do
    case $name in
      "$ref") commit=${commit:-$id} ;;
      "$ref^{}") commit=$id ;; # of a tag that has an object of its own
    esac
  done <<-END
	$listed
	END
  if [ -z "$commit" ]; then
    echo "Error: there is no '$ref' in $from"
    exit 3
  fi
  echo "$commit"
  exit 0
fi

mkdir -p "$PAWL_CHECKOUT_DIRECTORY"
cd "$PAWL_CHECKOUT_DIRECTORY"
ours=.git/pawl-checkout
if [ -z "$PAWL_CHECKOUT_OWNED" ] && [ ! -e "$ours" ] && [ -n "$(ls -A)" ]; then
  fail "$PAWL_CHECKOUT_DIRECTORY is there already, and is nothing that a checkout has made"
fi
# What git does here it does to this repository and to these files, even if this turns out to be no
# repository: the one around it, which git would look for then, is somebody else's.
GIT_WORK_TREE=$(pwd -P)
GIT_DIR=$GIT_WORK_TREE/.git
export GIT_DIR GIT_WORK_TREE
clean=
[ ! -e "$ours" ] || clean=$PAWL_CHECKOUT_CLEAN
if [ -e "$ours" ] && ! git rev-parse --git-dir >/dev/null 2>&1; then
  rm -rf .git # something has ended an earlier checkout while git wrote
fi
git init -q
: >"$ours"
if [ -n "$clean" ]; then
  git clean -ffdxq
  git reset -q --hard || : # it may have no commit yet
fi
git config remote.origin.url "$from"
git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'

list() {
  git ls-remote -q ${upload:+"$upload"} "$@"
}

fetch() {
  git fetch -q --force --no-recurse-submodules ${tags:+"$tags"} ${depth:+"$depth"} \
    ${shallow:+"$shallow"} ${upload:+"$upload"} -- origin "$@"
}

tags=--no-tags
[ -z "$PAWL_CHECKOUT_TAGS" ] || tags=--tags
depth=
shallow= # whether to take the limits of a repository that has no more itself
if [ "$PAWL_CHECKOUT_DEPTH" != 0 ]; then
  depth=--depth=$PAWL_CHECKOUT_DEPTH
elif [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  depth=--unshallow
fi
if [ "$PAWL_CHECKOUT_DEPTH" = 0 ]; then
  tags=--tags
  shallow=--update-shallow
  fetch '+refs/heads/*:refs/remotes/origin/*'
  depth=
  if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    echo "Warning: $from is a shallow clone, and so is what is checked out of it"
  fi
fi

ref=$PAWL_CHECKOUT_REF
commit=$PAWL_CHECKOUT_COMMIT
is_commit() {
  case $1 in *[!0-9a-f]*) return 1 ;; esac
  [ ${#1} = 40 ] || [ ${#1} = 64 ]
}
is_there() {
  found=0
  list --exit-code -- origin "$1" >/dev/null || found=$?
  [ $found -le 2 ] || fail "$from cannot be read"
  return $found
}
# Where the branch is to be had: a clone may know it only as what its own origin has.
branch_of() {
  if is_there "refs/heads/$1"; then
    what=refs/heads/$1
  elif [ -n "$PAWL_CHECKOUT_LOCAL" ] && is_there "refs/remotes/origin/$1"; then
    what=refs/remotes/origin/$1
  else
    return 1
  fi
}
no_such() {
  is_there HEAD || fail "nothing is committed yet in $from"
  fail "$1 in $from"
}
if [ -z "$commit" ] && is_commit "$ref"; then
  commit=$ref
fi
what=$commit
if [ -z "$commit" ]; then
  case $ref in
    '')
      is_there HEAD || fail "nothing is committed yet in $from"
      ref=$(list --symref -- origin HEAD | sed -n 's/^ref: \(.*\)\tHEAD$/\1/p')
      what=${ref:-HEAD}
      ;;
    refs/heads/*) branch_of "${ref#refs/heads/}" || no_such "there is no branch '$ref'" ;;
    refs/*) what=$ref ;;
    *)
      if branch_of "$ref"; then
        ref=refs/heads/$ref
      elif is_there "refs/tags/$ref"; then
        ref=refs/tags/$ref
      else
        no_such "there is no branch and no tag '$ref'"
      fi
      ;;
  esac
fi

# A server may give only what a ref points at, and refuse a commit before that. Then everything is
# fetched that its branches, its tags and the ref lead to.
fetch_commit() {
  if why=$(fetch "$commit" 2>&1); then
    return
  fi
  case $why in
    *unadvertised* | *'dumb http'*) ;;
    *)
      echo "$why"
      fail "commit $commit cannot be fetched from $from"
      ;;
  esac
  depth=
  [ "$(git rev-parse --is-shallow-repository)" = false ] || depth=--unshallow
  fetch '+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'
  depth=
  case $ref in
    '' | refs/heads/* | refs/tags/*) ;;
    refs/*) fetch "$ref" || : ;;
  esac
  git rev-parse -q --verify "$commit^{commit}" >/dev/null ||
    fail "commit $commit is not in $from: no branch and no tag leads to it"
}

case $ref in
  refs/heads/*)
    branch=${ref#refs/heads/}
    if [ -n "$commit" ]; then
      fetch_commit
      git update-ref "refs/remotes/origin/$branch" "$commit^{commit}"
    else
      fetch "+$what:refs/remotes/origin/$branch"
    fi
    git checkout -q --force -B "$branch" "refs/remotes/origin/$branch" --
    ;;
  refs/tags/*)
    # A tag may have an object of its own, which the commit is not.
    [ -n "$commit" ] || fetch "+$ref:$ref"
    [ -z "$commit" ] || fetch_commit
    git checkout -q --force --detach "${commit:-$ref}" --
    ;;
  *)
    if [ -n "$commit" ]; then
      fetch_commit
    else
      fetch "$what"
    fi
    git checkout -q --force --detach "${commit:-FETCH_HEAD}" --
    ;;
esac

commit=$(git rev-parse HEAD)
echo "Checked out $commit of $from"
finish "$commit"
