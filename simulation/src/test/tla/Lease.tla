---- MODULE Lease ----
(***************************************************************************
  Lease, retry and cancel of one job, over a network that loses, repeats and
  reorders. What it covers and what it leaves out: docs/model.md.

  NETWORK. What was sent stays in `sent`. It may be delivered at any time from
  then on, again and again, in any order, or never: that is delay, loss,
  repetition and reordering, and a sender that repeats itself as well.

  AGENTS. Every lease is worked on by an agent of its own. That is the worst
  case: leases share nothing, so one agent that has two of them in turn can do
  no more than two agents can.

  TIME. There is no clock, there are ages: of the server's last news under the
  newest lease (`silence`), of the last word of an agent that was answered
  (`fence`), of the heartbeats under way. `Tick` makes them all one unit older,
  and they stop at the point where growing older makes no difference, so time
  has no horizon. The one thing assumed of real time: a process whose fence is
  due is gone before the next unit of time passes. Its agent stops it; or, where
  the agent is paused, the watchdog kills it, which is a process of its own. The
  server may be as late as it likes, and so may an agent that has no process.
 ***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
  MaxAttempts,  \* tries at the job
  MaxLeases,    \* leases of one attempt, before it fails for want of a start
  TTL, Margin,  \* an agent fences itself after TTL, the server expires after TTL + Margin
  Wrong         \* which mistake is made on purpose: "nothing", or a name that is used below

VARIABLES
  \* The store. What follows an action's "server:" comment is one commit.
  attempt,      \* attempt -> its state, "none" before it is made
  lease,        \* lease -> its state, "none" before it is granted
  cancel,       \* how the run was cancelled, if it was: "no" "graceful" "force"
  silence,      \* age of the last renewal of the newest lease
  \* The agents.
  agent,        \* lease -> what its agent makes of it
  fence,        \* lease -> age of the sending of the last word that was answered
  \* The network.
  sent,
  \* History, which no action reads.
  started,      \* leases under which START was committed
  outcomes,     \* attempt -> how many times it came to an end
  believed      \* leases that were over and yet moved something

store   == <<attempt, lease, cancel, silence>>
agents  == <<agent, fence>>
history == <<started, outcomes, believed>>
vars    == <<attempt, lease, cancel, silence, agent, fence, sent, started, outcomes, believed>>

Attempts == 1..MaxAttempts
Leases   == Attempts \X (1..MaxLeases)          \* an attempt, and the number of the lease

EndStates  == {"success", "failed", "timed_out", "lost", "cancelled"}
HeldStates == {"leased", "starting", "running", "recovering", "cancelling"}
Retried    == {"failed", "timed_out", "lost"}   \* the most generous of policies

Live(l)     == lease[l] \in {"granted", "active"}
Over(l)     == lease[l] \notin {"none", "granted", "active"}
Made        == {a \in Attempts : attempt[a] # "none"}
Current     == CHOOSE a \in Made : \A b \in Made : b <= a
RunIsOver   == attempt[Current] \in EndStates
HasProcess(l) == agent[l] \in {"running", "stopping"}
AtWork(l)     == agent[l] \in {"acked", "asking", "running", "stopping", "killed"}

Min(x, y) == IF x < y THEN x ELSE y

Message(kind, l)   == [kind |-> kind, lease |-> l, age |-> 0]
Beat(kind, l, age) == [kind |-> kind, lease |-> l, age |-> age]

\* What an agent says counts under a live lease only.
Believes(l) == Live(l) \/ Wrong = "any lease is believed"

\* What is not kept: what its receiver would not act upon any more, so that states which differ in
\* nothing else are one. An agent's word is kept, however late, because that it is refused is what is
\* to be shown; but not its heartbeats.
Matters(m) ==
  CASE m.kind = "dispatch"                     -> agent[m.lease] = "unseen"
    [] m.kind = "started"                      -> agent[m.lease] = "asking"
    [] m.kind \in {"cancel", "beat answered"}  -> AtWork(m.lease)
    [] m.kind = "beat"                         -> Believes(m.lease)
    [] OTHER                                   -> TRUE

\* Comes last in an action: what matters depends on what the action made of the rest.
Send(messages) == sent' = {m \in sent \union messages : Matters(m)'}
Silently       == Send({})

\* Of heartbeats, and of answers, the youngest is enough: an agent that hears of an older one must
\* stop sooner, and can do nothing that it could not do otherwise.
SendBeat(m) ==
  LET same == {x \in sent : x.kind = m.kind /\ x.lease = m.lease} IN
  IF \E x \in same : x.age <= m.age
  THEN Silently
  ELSE sent' = {x \in (sent \ same) \union {m} : Matters(x)'}

Init ==
  /\ attempt  = [a \in Attempts |-> IF a = 1 THEN "queued" ELSE "none"]
  /\ lease    = [l \in Leases |-> "none"]
  /\ cancel   = "no"
  /\ silence  = 0
  /\ agent    = [l \in Leases |-> "unseen"]
  /\ fence    = [l \in Leases |-> 0]
  /\ sent     = {}
  /\ started  = {}
  /\ outcomes = [a \in Attempts |-> 0]
  /\ believed = {}

----------------------------------------------------------------------------
(* Pieces of a commit. *)

\* An attempt comes to its end; the retry is made in the same commit.
End(a, end) ==
  /\ attempt' = IF end \in Retried /\ a < MaxAttempts /\ cancel = "no"
                THEN [attempt EXCEPT ![a] = end, ![a + 1] = "waiting"]
                ELSE [attempt EXCEPT ![a] = end]
  /\ outcomes' = [outcomes EXCEPT ![a] = Min(@ + 1, 2)]

\* A lease ends before START, so nothing ran: somebody else may try, but not for ever.
ReturnToQueue(l) ==
  IF l[2] < MaxLeases
  THEN attempt' = [attempt EXCEPT ![l[1]] = "queued"] /\ UNCHANGED outcomes
  ELSE End(l[1], "failed")

LeaseBecomes(l, end) == lease' = [lease EXCEPT ![l] = end]

\* It moved something: remember it if the lease was over.
Moved(l) == believed' = IF Live(l) THEN believed ELSE believed \union {l}

----------------------------------------------------------------------------
(* The server, of its own accord. *)

Grant(l) ==
  /\ \/ attempt[l[1]] = "queued"
     \/ attempt[l[1]] = "leased" /\ Wrong = "a leased attempt is leased again"
  /\ lease[l] = "none"
  /\ \A n \in 1..(l[2] - 1) : lease[<<l[1], n>>] # "none"
  /\ attempt' = [attempt EXCEPT ![l[1]] = "leased"]
  /\ lease'   = [lease EXCEPT ![l] = "granted"]
  /\ silence' = 0
  /\ UNCHANGED <<cancel, agents, history>>
  /\ Send({Message("dispatch", l)})

\* An earlier attempt was taken from an agent that may be running it still.
MayStillRun(a) == \E l \in Leases : l[1] < a /\ lease[l] = "revoked" /\ l \in started

\* server: the backoff of a retry is over. What was revoked while it ran is waited for until its
\* agent must have fenced itself; what expired has been waited for already.
TimerDone(a) ==
  /\ attempt[a] = "waiting"
  /\ \/ ~MayStillRun(a)
     \/ silence >= TTL + Margin
     \/ Wrong = "what was revoked is retried at once"
  /\ attempt' = [attempt EXCEPT ![a] = "queued"]
  /\ UNCHANGED <<lease, cancel, silence, agents, history>>
  /\ Silently

\* server: no ack in time.
NoAck(l) ==
  /\ Live(l) /\ attempt[l[1]] = "leased"
  /\ LeaseBecomes(l, "revoked")
  /\ ReturnToQueue(l)
  /\ UNCHANGED <<cancel, silence, agents, started, believed>>
  /\ Silently

\* server: the lease was renewed, but there was no start in time.
NoStart(l) ==
  /\ Live(l) /\ attempt[l[1]] = "starting"
  /\ LeaseBecomes(l, "revoked")
  /\ End(l[1], "failed")
  /\ UNCHANGED <<cancel, silence, agents, started, believed>>
  /\ Silently

\* server: the backstop of the job's time-out.
TookTooLong(l) ==
  /\ Live(l) /\ attempt[l[1]] = "running"
  /\ LeaseBecomes(l, "revoked")
  /\ End(l[1], "timed_out")
  /\ UNCHANGED <<cancel, silence, agents, started, believed>>
  /\ Silently

\* server: the socket is lost, or heartbeats are missing.
Recover(l) ==
  /\ Live(l) /\ attempt[l[1]] = "running"
  /\ attempt' = [attempt EXCEPT ![l[1]] = "recovering"]
  /\ UNCHANGED <<lease, cancel, silence, agents, history>>
  /\ Silently

Expire(l) ==
  /\ Live(l)
  /\ silence >= TTL + (IF Wrong = "there is no margin" THEN 0 ELSE Margin)
  /\ LeaseBecomes(l, "expired")
  /\ CASE attempt[l[1]] \in {"leased", "starting"}    -> ReturnToQueue(l)
       [] attempt[l[1]] \in {"running", "recovering"} -> End(l[1], "lost")
       [] attempt[l[1]] = "cancelling"                -> End(l[1], "cancelled")
  /\ UNCHANGED <<cancel, silence, agents, started, believed>>
  /\ Silently

\* server: the agent was asked to stop, and has not said in time that it did.
CancelDeadline(l) ==
  /\ Live(l) /\ attempt[l[1]] = "cancelling"
  /\ Wrong # "a cancel has no deadline"
  /\ LeaseBecomes(l, "revoked")
  /\ End(l[1], "cancelled")
  /\ UNCHANGED <<cancel, silence, agents, started, believed>>
  /\ Silently

----------------------------------------------------------------------------
(* A person cancels the run. *)

\* Before START, in recovering, and by force nobody is waited for.
CancelAtOnce(how) ==
  LET a == Current IN
  /\ \/ attempt[a] \in {"waiting", "queued"}
     \/ attempt[a] \in {"leased", "starting", "recovering"}
     \/ attempt[a] \in {"running", "cancelling"} /\ how = "force"
  /\ IF attempt[a] = "queued" /\ Wrong = "a cancel forgets the queue"
     THEN UNCHANGED <<attempt, outcomes>>
     ELSE End(a, "cancelled")
  /\ lease' = [l \in Leases |-> IF Live(l) THEN "revoked" ELSE lease[l]]
  /\ Silently

AskToStop(how) ==
  LET a == Current IN
  /\ attempt[a] = "running" /\ how = "graceful"
  /\ attempt' = [attempt EXCEPT ![a] = "cancelling"]
  /\ UNCHANGED <<lease, outcomes>>
  /\ Send({Message("cancel", l) : l \in {x \in Leases : Live(x)}})

\* server: graceful once, force once.
CancelRun(how) ==
  /\ ~RunIsOver
  /\ cancel = "no" \/ (cancel = "graceful" /\ how = "force")
  /\ cancel' = how
  /\ UNCHANGED <<silence, agents, started, believed>>
  /\ CancelAtOnce(how) \/ AskToStop(how)

----------------------------------------------------------------------------
(* The server hears an agent. *)

HearAck(l) ==
  /\ Message("ack", l) \in sent /\ Believes(l)
  /\ attempt[l[1]] = "leased"
  /\ attempt' = [attempt EXCEPT ![l[1]] = "starting"]
  /\ LeaseBecomes(l, "active")
  /\ silence' = 0
  /\ Moved(l)
  /\ UNCHANGED <<cancel, agents, started, outcomes>>
  /\ Silently

\* server: START is committed, then answered. It does not renew the lease.
HearStart(l) ==
  /\ Message("start", l) \in sent /\ Believes(l)
  /\ attempt[l[1]] = "starting"
  /\ attempt' = [attempt EXCEPT ![l[1]] = "running"]
  /\ started' = started \union {l}
  /\ Moved(l)
  /\ UNCHANGED <<lease, cancel, silence, agents, outcomes>>
  /\ Send({Message("started", l)})

\* server: said before, so answered as before.
HearStartAgain(l) ==
  /\ Message("start", l) \in sent /\ Believes(l)
  /\ attempt[l[1]] = "running"
  /\ UNCHANGED <<store, agents, history>>
  /\ Send({Message("started", l)})

\* server: a renewal, however old the heartbeat is. The agent is back if it was missed.
HearBeat(m) ==
  LET l == m.lease IN
  /\ m.kind = "beat" /\ Believes(l)
  /\ silence' = 0
  /\ attempt' = [attempt EXCEPT ![l[1]] = IF @ = "recovering" THEN "running" ELSE @]
  /\ UNCHANGED <<lease, cancel, agents, history>>
  /\ SendBeat(Beat("beat answered", l, m.age))

\* server: the result. One that crosses a cancel completes the cancellation.
HearResult(l, result) ==
  /\ Message(result, l) \in sent
  /\ \/ Believes(l) /\ attempt[l[1]] \in {"running", "cancelling"}
     \/ Wrong = "a result is always taken"
  /\ End(l[1], IF attempt[l[1]] = "cancelling" THEN "cancelled" ELSE result)
  /\ LeaseBecomes(l, "completed")
  /\ Moved(l)
  /\ UNCHANGED <<cancel, silence, agents, started>>
  /\ Silently

HearCancelAck(l) ==
  /\ Message("cancel ack", l) \in sent /\ Believes(l)
  /\ attempt[l[1]] = "cancelling"
  /\ End(l[1], "cancelled")
  /\ LeaseBecomes(l, "cancelled")
  /\ Moved(l)
  /\ UNCHANGED <<cancel, silence, agents, started>>
  /\ Silently

\* server: the agent fenced itself, or was fenced: nothing runs under the lease any more, so nobody
\* waits for it. (The code says `revoked`, and keeps the reason.)
HearGivenUp(l) ==
  /\ \/ Message("given up", l) \in sent
     \/ HasProcess(l) /\ Wrong = "a lease is given up before its process is gone"
  /\ Believes(l)
  /\ LeaseBecomes(l, "completed")
  /\ CASE attempt[l[1]] \in {"leased", "starting"}    -> ReturnToQueue(l)
       [] attempt[l[1]] \in {"running", "recovering"} -> End(l[1], "lost")
       [] attempt[l[1]] = "cancelling"                -> End(l[1], "cancelled")
  /\ Moved(l)
  /\ UNCHANGED <<cancel, silence, agents, started>>
  /\ Silently

----------------------------------------------------------------------------
(* An agent. *)

Becomes(l, state) == agent' = [agent EXCEPT ![l] = state]
Leaves(l) == Becomes(l, "done") /\ fence' = [fence EXCEPT ![l] = 0]
FenceDue(l) == AtWork(l) /\ fence[l] >= TTL

\* Never twice. From here on it counts: that the ack was heard, START's answer will tell.
TakeLease(l) ==
  /\ Message("dispatch", l) \in sent /\ agent[l] = "unseen"
  /\ Becomes(l, "acked")
  /\ UNCHANGED <<store, fence, history>>
  /\ Send({Message("ack", l)})

AskToStart(l) ==
  /\ agent[l] = "acked"
  /\ Becomes(l, "asking")
  /\ fence' = IF Wrong = "the fence counts from start" THEN [fence EXCEPT ![l] = 0] ELSE fence
  /\ UNCHANGED <<store, history>>
  /\ Send({Message("start", l)})

\* Not on an answer that comes too late, to an agent that was paused meanwhile.
StartProcess(l) ==
  /\ agent[l] = "asking"
  /\ ~FenceDue(l) \/ Wrong = "a late answer starts a process"
  /\ Message("started", l) \in sent \/ Wrong = "a process does not wait for START"
  /\ Becomes(l, "running")
  /\ UNCHANGED <<store, fence, history>>
  /\ Silently

Renew(l) ==
  /\ AtWork(l)
  /\ UNCHANGED <<store, agents, history>>
  /\ SendBeat(Beat("beat", l, 0))

HearAnswer(m) ==
  LET l == m.lease
      age == IF Wrong = "the fence counts from the answer" THEN 0 ELSE m.age IN
  /\ m.kind = "beat answered" /\ AtWork(l) /\ age < fence[l]
  /\ fence' = [fence EXCEPT ![l] = age]
  /\ UNCHANGED <<store, agent, history>>
  /\ Silently

EndProcess(l, result) ==
  /\ agent[l] = "running"
  /\ Leaves(l)
  /\ UNCHANGED <<store, history>>
  /\ Send({Message(result, l)})

HearCancel(l) ==
  /\ Message("cancel", l) \in sent
  /\ UNCHANGED <<store, history>>
  /\ \/ agent[l] = "running" /\ Becomes(l, "stopping") /\ UNCHANGED fence /\ Silently
     \/ agent[l] \in {"acked", "asking"} /\ Leaves(l) /\ Send({Message("cancel ack", l)})

FinishStopping(l) ==
  /\ agent[l] = "stopping"
  /\ Leaves(l)
  /\ UNCHANGED <<store, history>>
  /\ Send({Message("cancel ack", l)})

\* It crashes; or it learns by `lease.stale`, or from a forced cancel, that its lease is over. Any of
\* them may come at any time, so the messages themselves would add nothing.
Stop(l) ==
  /\ AtWork(l)
  /\ Leaves(l)
  /\ UNCHANGED <<store, history>>
  /\ Silently

\* It stops its processes, then gives the lease back.
Fence(l) ==
  /\ FenceDue(l)
  /\ Leaves(l)
  /\ UNCHANGED <<store, history>>
  /\ Send({Message("given up", l)})

\* The watchdog kills what a paused agent cannot stop. The agent does not know of it yet.
WatchdogFence(l) ==
  /\ FenceDue(l) /\ HasProcess(l)
  /\ Becomes(l, "killed")
  /\ UNCHANGED <<store, fence, history>>
  /\ Silently

\* The agent goes on and finds its process killed. Its lease may even have been renewed meanwhile.
FindKilled(l) ==
  /\ agent[l] = "killed"
  /\ Leaves(l)
  /\ UNCHANGED <<store, history>>
  /\ Send({Message("given up", l)})

----------------------------------------------------------------------------

\* A heartbeat older than TTL still renews; an answer that old is of no use to anybody.
Older(messages) ==
  LET grown(m) == IF m.kind \in {"beat", "beat answered"}
                  THEN [m EXCEPT !.age = Min(@ + 1, TTL)] ELSE m
  IN {m \in {grown(x) : x \in messages} : ~(m.kind = "beat answered" /\ m.age = TTL)}

Tick ==
  /\ Wrong = "a paused agent is not fenced" \/ \A l \in Leases : ~(FenceDue(l) /\ HasProcess(l))
  /\ silence' = Min(silence + 1, TTL + Margin)
  /\ fence' = [l \in Leases |-> IF AtWork(l) THEN Min(fence[l] + 1, TTL) ELSE 0]
  /\ sent' = Older(sent)
  /\ UNCHANGED <<attempt, lease, cancel, agent, history>>

Next ==
  \/ \E l \in Leases :
       \/ Grant(l) \/ NoAck(l) \/ NoStart(l) \/ TookTooLong(l) \/ Recover(l) \/ Expire(l)
       \/ CancelDeadline(l)
       \/ HearAck(l) \/ HearStart(l) \/ HearStartAgain(l) \/ HearCancelAck(l)
       \/ HearGivenUp(l)
       \/ \E result \in {"success", "failed"} : HearResult(l, result) \/ EndProcess(l, result)
       \/ TakeLease(l) \/ AskToStart(l) \/ StartProcess(l) \/ Renew(l)
       \/ HearCancel(l) \/ FinishStopping(l) \/ Stop(l) \/ Fence(l)
       \/ WatchdogFence(l) \/ FindKilled(l)
  \/ \E m \in sent : HearBeat(m) \/ HearAnswer(m)
  \/ \E a \in Attempts : TimerDone(a)
  \/ \E how \in {"graceful", "force"} : CancelRun(how)
  \/ Tick

\* Of nobody is anything expected but of the server's own deadline: agents may be dead and messages
\* lost, all of them.
Fairness == \A l \in Leases : WF_vars(CancelDeadline(l))

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------
(* What must hold. *)

TypesHold ==
  /\ attempt \in [Attempts -> {"none", "waiting", "queued"} \union HeldStates \union EndStates]
  /\ lease \in [Leases -> {"none", "granted", "active", "expired", "revoked", "completed", "cancelled"}]
  /\ cancel \in {"no", "graceful", "force"}
  /\ silence \in 0..(TTL + Margin)
  /\ agent \in [Leases -> {"unseen", "acked", "asking", "running", "stopping", "killed", "done"}]
  /\ fence \in [Leases -> 0..TTL]

OneLiveLease == \A a \in Attempts : Cardinality({l \in Leases : l[1] = a /\ Live(l)}) <= 1

HeldExactlyUnderALease ==
  \A a \in Attempts : attempt[a] \in HeldStates <=> \E l \in Leases : l[1] = a /\ Live(l)

OneOutcome == \A a \in Attempts : outcomes[a] <= 1

OneProcess == Cardinality({l \in Leases : HasProcess(l)}) <= 1

NoProcessWithoutStart == \A l \in Leases : HasProcess(l) => l \in started

\* The server takes a running attempt for ended without its agent's word only by force or backstop.
NoProcessOutlivesItsLease ==
  \A l \in Leases : HasProcess(l) => lease[l] \notin {"expired", "completed", "cancelled"}

LateMovesNothing == believed = {}

EndsAreFinal ==
  [][ /\ \A a \in Attempts : attempt[a] \in EndStates => attempt'[a] = attempt[a]
      /\ \A l \in Leases : Over(l) => lease'[l] = lease[l] ]_vars

NothingLeasedAfterCancel ==
  [][ cancel # "no" => \A l \in Leases : lease[l] = "none" => lease'[l] = "none" ]_vars

CancelledRunEnds == cancel # "no" ~> RunIsOver
====
