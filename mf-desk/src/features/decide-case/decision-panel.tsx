import type { DeskCase, ScrutinyState, ScrutinyVerdict } from '@archaka/contracts/calls';
import {
  Banner,
  Paragraph,
  Sentence,
  useLocation,
  useNavigate,
  useSearchParams,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { readQueueFilter, toQueueAddress } from '../../desk-address.ts';
import { KeyButton, useKeys } from '../../use-keys.tsx';
import { useNextCase } from '../list-queues/queues.tsx';
import { Changes } from '../view-case/case-history.tsx';
import { DecisionForm } from './decision-form.tsx';
import type { CaseLease } from './use-case-lease.ts';
import { useDecision } from './use-decision.ts';

const title: Word = msg`Decision`;
const accept: Word = msg`Accept`;
const correct: Word = msg`Ask for a correction`;
const reject: Word = msg`Reject`;
const nextCase: Word = msg`Next case`;
const nextWithout: Word = msg`Put aside, next case`;
const startWord: Word = msg`Start`;
const transfer: Word = msg`Take this case over`;
const transferHint: Word = msg`The other clerk is told, and cannot decide it any more.`;
const startHint: Word = msg`Start the case to decide it: other clerks then see that you have it.`;
const decidedHint: Word = msg`This case does not wait for a decision.`;

interface DecisionPanelProps {
  deskCase: DeskCase;
  lease: CaseLease;
  /** Reads the case anew. */
  reload: () => unknown;
}

/** Which cases this clerk has put aside, in the state of the history's entry. */
function useQueue() {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  return {
    filter: readQueueFilter(parameters),
    without: (state as { without?: readonly string[] } | null)?.without ?? [],
  };
}

export function DecisionPanel({ deskCase, lease, reload }: DecisionPanelProps) {
  const { application_id } = deskCase.summary;
  const titleId = useId();
  const { filter, without } = useQueue();
  const next = useNextCase();
  const navigate = useNavigate();

  /** After a decision, or without this case. */
  const goOn = async (aside: readonly string[]) => {
    const isOpened = await next.start(filter, aside);
    if (!isOpened && aside === without) await navigate(toQueueAddress(filter), { state: { isEmpty: true } });
  };
  const putAside = async () => {
    await lease.release();
    await goOn([...without.filter((id) => id !== application_id), application_id].slice(-50));
  };
  useKeys({ n: putAside });

  return (
    <section className="decision-panel" aria-labelledby={titleId}>
      <h2 id={titleId} className="visually-hidden">
        <Sentence word={title} />
      </h2>
      {lease.isOwn ? (
        <OwnCase
          deskCase={deskCase}
          reload={reload}
          onDecided={async (state) => {
            lease.markDecided(state);
            await goOn(without);
          }}
        />
      ) : (
        <UnstartedCase lease={lease} />
      )}
      <p role="status">{next.message && <Sentence word={next.message} />}</p>
      <KeyButton
        word={lease.isOwn ? nextWithout : nextCase}
        shortcut="n"
        busy={next.isStarting}
        onClick={putAside}
      />
    </section>
  );
}

function UnstartedCase({ lease: { mayStart, isHeld, message, isStarting, start } }: { lease: CaseLease }) {
  const startOwn = () => start({ override: false });
  const startOverriding = () => start({ override: true });
  useKeys({
    s: mayStart && !isHeld ? startOwn : undefined,
    o: mayStart && isHeld ? startOverriding : undefined,
  });
  if (!mayStart) return <Paragraph word={decidedHint} />;
  return (
    <>
      <div role="status">{message && <Paragraph word={message} />}</div>
      {isHeld ? (
        <>
          <Paragraph className="hint" word={transferHint} />
          <KeyButton word={transfer} shortcut="o" busy={isStarting} onClick={startOverriding} />
        </>
      ) : (
        <>
          <Paragraph className="hint" word={startHint} />
          <KeyButton tone="main" word={startWord} shortcut="s" busy={isStarting} onClick={startOwn} />
        </>
      )}
    </>
  );
}

const choices = [
  { verdict: 'accepted', word: accept, shortcut: 'a' },
  { verdict: 'correction', word: correct, shortcut: 'c' },
  { verdict: 'rejected', word: reject, shortcut: 'r' },
] as const satisfies readonly { verdict: ScrutinyVerdict; word: Word; shortcut: string }[];

interface OwnCaseProps {
  deskCase: DeskCase;
  reload: () => unknown;
  onDecided: (state: ScrutinyState) => Promise<void>;
}

function OwnCase({ deskCase, reload, onDecided }: OwnCaseProps) {
  const decision = useDecision({ deskCase, reload, onDecided });
  const { chosen, choose, changesUnseen } = decision;
  useKeys({
    ...Object.fromEntries(choices.map(({ verdict: result, shortcut }) => [shortcut, () => choose(result)])),
    Escape: chosen && (() => choose(undefined)),
  });
  return (
    <>
      {changesUnseen.length > 0 && <ChangedCase versions={changesUnseen} onSeen={decision.markSeen} />}
      {chosen ? (
        <DecisionForm key={chosen} verdict={chosen} decision={decision} />
      ) : (
        <div className="verdicts">
          {choices.map(({ verdict: result, word, shortcut }) => (
            <KeyButton
              key={result}
              word={word}
              shortcut={shortcut}
              tone={result === 'accepted' ? 'main' : 'plain'}
              onClick={() => choose(result)}
            />
          ))}
        </div>
      )}
    </>
  );
}

const changedTitle: Word = msg`The applicant has changed the application`;
const changedText: Word = msg`Your decision was not recorded: it was about the earlier version. What you wrote is still here.`;
const seen: Word = msg`I have seen the change`;

function ChangedCase({ versions, onSeen }: { versions: DeskCase['versions']; onSeen: () => void }) {
  useKeys({ y: onSeen });
  return (
    <Banner tone="warning" title={changedTitle}>
      <Paragraph word={changedText} />
      {versions.map(({ version, changes }) => (
        <Changes key={version} changes={changes} />
      ))}
      <KeyButton word={seen} shortcut="y" onClick={onSeen} />
    </Banner>
  );
}
