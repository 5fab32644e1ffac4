#!/usr/bin/env bash
# A day of a team on a server with two agents, with nothing but curl, jq and pawl.
#
# The caller defines the function `pawl`, PAWL_SERVER, ADMIN (the first token) and connect_agent NAME TOKEN,
# and has made the current directory.
set -euo pipefail

step() { echo "== $*"; }
fail() { echo "FAIL: $*" >&2; exit 1; }
says() { # says TEXT: standard input contains it
  local text; text=$(cat)
  [[ $text == *"$1"* ]] || fail "expected '$1' in: $text"
}
exits() { # exits CODE COMMAND...
  local want=$1 got=0; shift
  "$@" > out.txt 2>&1 || got=$?
  [[ $got == "$want" ]] || fail "'$*' exited with $got instead of $want: $(cat out.txt)"
}
api() { # api METHOD PATH [BODY]: as the current person
  curl -sS -X "$1" -H "Authorization: Bearer $PAWL_TOKEN" -H 'Content-Type: application/json' \
    "$PAWL_SERVER/api/v1/orgs/${PAWL_ORG:-default}$2" ${3:+-d "$3"}
}
status() { # status METHOD PATH [BODY]: the status and the code of the problem
  curl -sS -o body.json -w '%{http_code}' -X "$1" -H "Authorization: Bearer $PAWL_TOKEN" \
    "$PAWL_SERVER/api/v1/orgs/${PAWL_ORG:-default}$2" ${3:+-d "$3"}
  jq -r '" " + (.code // "")' body.json 2> /dev/null || true
}
submit() { # submit FILE [OPTION...]: the id of the run
  jq -Rs --arg file "$1" '{file: $file, workflow: .}' "$1" > request.json
  api POST /runs "$(cat request.json)" | jq -er .id
}
await() { # await RUN JOB STATE: reads events until the job has that state
  curl -sSN --max-time 60 -H "Authorization: Bearer $PAWL_TOKEN" \
    "$PAWL_SERVER/api/v1/orgs/${PAWL_ORG:-default}/runs/$1/events" |
    sed -n 's/^data: //p' |
    jq --unbuffered -n --arg job "$2" --arg state "$3" \
      'first(inputs | select(.jobId? == $job and .state == $state and (has("stepIndex") | not)))' > event.json
  [[ -s event.json ]] || fail "job '$2' of run $1 is not '$3'"
}
ended() { # ended RUN: waits for the end, and prints the state
  curl -sSN --max-time 60 -H "Authorization: Bearer $PAWL_TOKEN" \
    "$PAWL_SERVER/api/v1/orgs/${PAWL_ORG:-default}/runs/$1/events" > /dev/null
  api GET "/runs/$1" | jq -r .state
}
number() { api GET "/runs/$1" | jq -r .number; }

step "people and agents get tokens"
PAWL_TOKEN=$ADMIN
export PAWL_TOKEN PAWL_SERVER
person() { api POST /tokens "{\"name\": \"$1\", \"role\": \"$2\", \"teams\": [\"team:ops\"]}" | jq -er .token; }
ANN=$(person ann runner)
BOB=$(person bob approver)
MAX=$(person max maintainer)
EVE=$(person eve viewer)
for agent in build-1 build-2; do
  connect_agent "$agent" "$(api POST /enrolments "{\"name\": \"$agent\", \"labels\": [\"linux\"]}" | jq -er .token)"
done
pawl agents | says build-1
pawl agents | says build-2
pawl whoami | says admin
PAWL_TOKEN=$EVE pawl whoami | says viewer

step "submit, watch, logs"
cat > ci.yml << 'YAML'
name: ci
on: workflow_dispatch
jobs:
  build: {runs-on: linux, steps: [{name: Compile, run: 'echo compiled; echo "::error file=a.c,line=3::odd"'}]}
  test: {needs: build, runs-on: linux, steps: [{name: Unit, run: echo tested}]}
YAML
PAWL_TOKEN=$ANN pawl submit ci.yml --watch > watched.txt || fail "$(cat watched.txt)"
says success < watched.txt
PAWL_TOKEN=$EVE exits 4 pawl submit ci.yml
PAWL_TOKEN=$ANN
pawl runs | says ci
pawl show 1 | says Compile
pawl logs 1 build | says compiled
pawl logs 1 -f | says tested
RUN=$(api GET '/runs?number=1' | jq -er '.items[0].id')
api GET "/runs/$RUN/annotations" | jq -er '.items[0].message' | says odd
pawl history 1 | says "lease granted to build-"
pawl why 1 | says succeeded
[[ $(api GET '/runs?phase=success&workflow=ci' | jq '.items | length') == 1 ]] || fail "the list"

step "follow a log while it is written"
cat > long.yml << 'YAML'
name: long
on: workflow_dispatch
jobs:
  slow:
    runs-on: linux
    grace-period: 5s
    steps: [{name: Wait, run: "trap 'echo stopped; exit 0' TERM; echo begun; while :; do read -t 1 < <(:) || :; done"}]
    hooks: {on-cancel: [{run: echo hooked}]}
YAML
LONG=$(submit long.yml)
await "$LONG" slow running
curl -sSN --max-time 60 -H "Authorization: Bearer $PAWL_TOKEN" \
  "$PAWL_SERVER/api/v1/orgs/default/runs/$LONG/jobs/slow/logs?step=0&follow" |
  sed -n 's/^data: //p' | jq --unbuffered -n -r 'first(inputs | .text // empty)' | says begun

step "cancel gracefully: hooks run"
[[ $(status POST "/runs/$LONG/cancel") == "202 "* ]] || fail "cancel"
[[ $(ended "$LONG") == cancelled ]] || fail "not cancelled"
pawl logs "$(number "$LONG")" | says hooked
[[ $(status POST "/runs/$LONG/cancel") == "409 already_ended" ]] || fail "cancel twice: $(cat body.json)"

step "cancel by force, and only one job"
LONG=$(submit long.yml)
await "$LONG" slow running
pawl cancel "$(number "$LONG")" --force
[[ $(ended "$LONG") == cancelled ]] || fail "not killed"
cat > two.yml << 'YAML'
name: two
on: workflow_dispatch
jobs:
  one: {runs-on: [linux, gpu], steps: [{run: "true"}]}
  other: {runs-on: linux, steps: [{run: "true"}]}
YAML
TWO=$(submit two.yml)
await "$TWO" other success
pawl why "$(number "$TWO")" one | says gpu
pawl queue | says gpu
pawl cancel "$(number "$TWO")" one
[[ $(ended "$TWO") == cancelled ]] || fail "one job was cancelled"

step "approve and reject"
cat > ship.yml << 'YAML'
name: ship
on: workflow_dispatch
jobs:
  deploy: {runs-on: linux, approval: {reviewers: [bob, ann]}, steps: [{run: echo shipped}]}
YAML
SHIP=$(submit ship.yml)
await "$SHIP" deploy held
api GET "/runs/$SHIP/jobs/deploy/why" | jq -er '.facts[] | select(.kind == "approvals") | .reviewers[0]' | says bob
PAWL_TOKEN=$BOB
N=$(number "$SHIP")
pawl why "$N" deploy | says "approval by bob"
PAWL_TOKEN=$ANN exits 4 pawl approve "$N" deploy
PAWL_TOKEN=$MAX exits 4 pawl approve "$N" deploy
pawl approve "$N" deploy -m "looks good"
[[ $(ended "$SHIP") == success ]] || fail "not shipped"
PAWL_TOKEN=$ANN
SHIP=$(submit ship.yml)
await "$SHIP" deploy held
PAWL_TOKEN=$BOB pawl reject "$(number "$SHIP")" deploy -m "not today"
[[ $(ended "$SHIP") == cancelled ]] || fail "not rejected"
pawl why "$(number "$SHIP")" deploy | says "not today"

step "rerun what failed, retry, skip"
PAWL_TOKEN=$MAX
cat > red.yml << 'YAML'
name: red
on: workflow_dispatch
jobs:
  green: {runs-on: linux, steps: [{run: echo green}]}
  red: {runs-on: linux, steps: [{name: Break, run: exit 3}]}
  held: {runs-on: linux, approval: {reviewers: [bob]}, steps: [{run: "true"}]}
YAML
RED=$(submit red.yml)
await "$RED" red failed
N=$(number "$RED")
pawl why "$N" red | says "exit code 3"
pawl retry "$N" red
curl -sSN --max-time 60 -H "Authorization: Bearer $PAWL_TOKEN" "$PAWL_SERVER/api/v1/orgs/default/runs/$RED/events" |
  sed -n 's/^data: //p' |
  jq --unbuffered -n 'first(inputs | select(.jobId? == "red" and .attempt == 2 and .state == "failed" and (has("stepIndex") | not)))' > /dev/null
pawl skip "$N" red
PAWL_TOKEN=$BOB pawl approve "$N" held
[[ $(ended "$RED") == success ]] || fail "the rest goes on without the skipped job"
RED=$(submit red.yml)
await "$RED" red failed
pawl cancel "$(number "$RED")"
ended "$RED" > /dev/null
AGAIN=$(api POST "/runs/$RED/rerun" '{"failed": true, "skip": ["held"]}' | jq -er .id)
[[ $(ended "$AGAIN") == failed ]] || fail "it fails again"
api GET "/runs/$AGAIN" | jq -er '.jobs[] | select(.id == "green") | .reason' | says reused
api GET "/runs/$AGAIN" | jq -er .attempt | says 2

step "groups: who is ahead"
cat > group.yml << 'YAML'
name: group
on: workflow_dispatch
concurrency: deploy-main
jobs:
  deploy: {runs-on: linux, approval: {reviewers: [bob]}, steps: [{run: "true"}]}
YAML
FIRST=$(submit group.yml)
await "$FIRST" deploy held
SECOND=$(submit group.yml)
[[ $(api GET "/runs/$SECOND" | jq -r '.phase + " " + .reason') == "waiting concurrency" ]] || fail "the reason of a wait"
pawl groups | says deploy-main
pawl why "$(number "$SECOND")" | says "#$(number "$FIRST")"
pawl cancel "$(number "$FIRST")"
await "$SECOND" deploy held
pawl cancel "$(number "$SECOND")"

step "a breaker opens, and is reset; a tool gets a profile"
pawl tools set registry --failure-threshold 1 --cooldown 3600 --failure-exit-codes 9
pawl tools get registry | says 3600
cat > tool.yml << 'YAML'
name: tool
on: workflow_dispatch
jobs:
  push: {runs-on: linux, steps: [{name: Push, tool: registry, run: exit 9}]}
YAML
[[ $(ended "$(submit tool.yml)") == failed ]] || fail "the tool fails"
pawl breakers | says open
BROKEN=$(submit tool.yml)
[[ $(ended "$BROKEN") == failed ]] || fail "the breaker is open"
api GET "/runs/$BROKEN" | jq -er '.jobs[0].failureClass' | says circuit_open
pawl breakers reset registry
pawl breakers | says closed
[[ $(status POST /breakers/registry/reset) == "409 "* ]] || fail "it is closed already"
pawl tools delete registry

step "drain an agent"
PAWL_TOKEN=$ADMIN
pawl agents drain build-2
pawl agents | says draining
[[ $(ended "$(submit ci.yml)") == success ]] || fail "the other agent works"
pawl agents resume build-2

step "the same key makes one run"
one() {
  curl -sS -X POST -H "Authorization: Bearer $PAWL_TOKEN" -H 'Idempotency-Key: abc' \
    "$PAWL_SERVER/api/v1/orgs/default/runs" -d @request.json | jq -er .id
}
[[ $(one) == "$(one)" ]] || fail "two runs"

step "two orgs cannot see each other"
pawl org create acme
ZOE=$(PAWL_ORG=acme person zoe maintainer)
PAWL_TOKEN=$ZOE PAWL_ORG=acme
export PAWL_ORG
[[ $(api GET /runs | jq '.items | length') == 0 ]] || fail "acme sees runs of default"
OURS=$(submit two.yml)
[[ $(status GET "/runs/$AGAIN") == "404 not_found" ]] || fail "a run of another org"
[[ $(number "$OURS") == 1 ]] || fail "acme counts its own runs"
pawl queue | says gpu
[[ $(api GET /agents | jq '.items | length') == 0 ]] || fail "acme sees agents of default"
PAWL_ORG=default
[[ $(status GET /runs) == "404 not_found" ]] || fail "zoe sees the org default"
PAWL_TOKEN=$ADMIN
[[ $(status GET "/runs/$OURS") == "404 not_found" ]] || fail "an id of another org"

step "look after the server"
pawl doctor | says healthy
curl -sS "$PAWL_SERVER/readyz" | says ready
curl -sS "$PAWL_SERVER/metrics" | says pawl_
curl -sS "$PAWL_SERVER/api/v1/openapi.json" | jq -er .openapi | says 3.1
unset PAWL_SERVER PAWL_TOKEN PAWL_ORG

step "the same commands, locally"
exits 0 pawl run ci.yml
pawl runs | says ci
pawl show 1 | says Compile
pawl logs 1 build | says compiled
pawl history 1 | says "lease granted"
pawl why 1 | says succeeded
exits 1 pawl run tool.yml
pawl why 2 push | says "exit code 9"
pawl doctor | says healthy
echo "the day is over"
