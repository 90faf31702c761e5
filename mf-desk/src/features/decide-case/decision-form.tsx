import { DAY_MS, type ScrutinyReason, type ScrutinyVerdict, toIndianDay } from '@archaka/contracts/calls';
import {
  Banner,
  Bilingual,
  Button,
  dateText,
  Message,
  Paragraph,
  portalNow,
  Sentence,
  Text,
  TextField,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFieldLabel } from '../../labels.ts';
import { KeyName, useKeys } from '../../use-keys.tsx';
import type { ChosenReasons, Decision } from './use-decision.ts';

const titles: Readonly<Record<ScrutinyVerdict, Word>> = {
  accepted: msg`Accept this application`,
  correction: msg`Ask the applicant for a correction`,
  rejected: msg`Reject this application`,
};
const confirms: Readonly<Record<ScrutinyVerdict, Word>> = {
  accepted: msg`Accept`,
  correction: msg`Send to the applicant`,
  rejected: msg`Reject`,
};
const lastDayText = (day: string): Word => msg`The applicant has until ${day}, the last day included.`;
const noteLabel: Word = msg`Note for colleagues`;
const reasonNote: Word = msg`What the applicant reads besides`;
const noReason: Word = msg`Choose at least one reason`;
const noReasonsListed: Word = msg`The examination lists no reason for this.`;
const noNote: Word = msg`This reason needs a note for the applicant`;

const MAX_NUMBERED = 9;

interface DecisionFormProps {
  verdict: ScrutinyVerdict;
  decision: Decision;
}

/** Enter sends. Digits choose reasons while it is shown. */
export function DecisionForm({ verdict: result, decision }: DecisionFormProps) {
  const rules = deskApi.useRulesQuery({}).data?.data?.[0];
  const listed = rules?.reasons.filter((reason) => reason.verdict === result) ?? [];
  const chosenIds = listed.map(({ id }) => id).filter((id) => decision.reasons[id] !== undefined);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = findWrong(listed, decision.reasons, result);

  useEffect(() => {
    const first =
      form.current?.querySelector<HTMLElement>('.reason input') ?? form.current?.querySelector('button');
    first?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const send = () => {
    setIsChecked(true);
    if (!wrong) return void decision.send(result, chosenIds);
    form.current?.querySelector<HTMLElement>(wrong.selector)?.focus();
  };
  const numbered = listed
    .slice(0, MAX_NUMBERED)
    .map(({ id }, index) => [String(index + 1), () => decision.toggleReason(id)]);
  useKeys({ ...Object.fromEntries(numbered), Enter: send });

  return (
    <form
      className="decision-form stack"
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <h3>
        <Sentence word={titles[result]} />
      </h3>
      {result !== 'accepted' && (
        <Reasons listed={listed} decision={decision} wrong={isChecked ? wrong : undefined} />
      )}
      {result === 'correction' && rules && <Paragraph word={lastDayText(toLastDay(rules.correction_days))} />}
      <TextField
        name="note"
        label={noteLabel}
        multiline
        maxLength={1000}
        value={decision.note}
        onChange={({ target }) => decision.changeNote(target.value)}
      />
      {decision.failure && (
        <Banner tone="error">
          <Paragraph word={decision.failure} />
        </Banner>
      )}
      <div className="row">
        <Button
          type="submit"
          tone={result === 'rejected' ? 'danger' : 'main'}
          word={confirms[result]}
          busy={decision.isSending}
          aria-keyshortcuts="Enter"
        />
        <Button tone="link" word={words.cancel} onClick={() => decision.choose(undefined)} />
      </div>
    </form>
  );
}

const toLastDay = (days: number): string => dateText(toIndianDay(new Date(portalNow() + days * DAY_MS)));

interface Wrong {
  readonly message: Word;
  readonly reasonId?: string;
  /** Of the control to correct. */
  readonly selector: string;
}

function findWrong(
  listed: readonly ScrutinyReason[],
  reasons: ChosenReasons,
  result: ScrutinyVerdict,
): Wrong | undefined {
  if (result === 'accepted') return undefined;
  const chosen = listed.filter(({ id }) => reasons[id] !== undefined);
  if (chosen.length === 0)
    return { message: listed.length > 0 ? noReason : noReasonsListed, selector: '.reason input' };
  const unexplained = chosen.find(({ id, needs_note }) => needs_note && reasons[id]?.trim() === '');
  return (
    unexplained && { message: noNote, reasonId: unexplained.id, selector: `[name="note-${unexplained.id}"]` }
  );
}

interface ReasonsProps {
  listed: readonly ScrutinyReason[];
  decision: Decision;
  wrong: Wrong | undefined;
}

/** Each reason at the field that the applicant has to correct, in the words that the applicant reads. */
function Reasons({ listed, decision, wrong }: ReasonsProps) {
  const fields = [...new Set(listed.map(({ field }) => field))];
  return (
    <>
      {wrong && !wrong.reasonId && (
        <p className="field-error" role="alert">
          <Message of={wrong.message} />
        </p>
      )}
      {fields.map((field) => (
        <fieldset key={field} className="reasons">
          <legend>
            <Text of={toFieldLabel(field)} />
          </legend>
          {listed
            .filter((reason) => reason.field === field)
            .map((reason) => (
              <Reason
                key={reason.id}
                reason={reason}
                number={listed.indexOf(reason) + 1}
                decision={decision}
                error={wrong?.reasonId === reason.id ? wrong.message : undefined}
              />
            ))}
        </fieldset>
      ))}
    </>
  );
}

interface ReasonProps {
  reason: ScrutinyReason;
  /** In the list, from 1. */
  number: number;
  decision: Decision;
  error: Word | undefined;
}

function Reason({ reason: { id, name, name_te }, number, decision, error }: ReasonProps) {
  const written = decision.reasons[id];
  return (
    <div className="reason">
      <label className="choice">
        <input type="checkbox" checked={written !== undefined} onChange={() => decision.toggleReason(id)} />
        <span className="both-languages">
          <Bilingual word={{ en: name, te: name_te }} />
        </span>
        {number <= MAX_NUMBERED && <KeyName name={String(number)} />}
      </label>
      {written !== undefined && (
        <TextField
          name={`note-${id}`}
          label={reasonNote}
          error={error}
          maxLength={500}
          value={written}
          onChange={({ target }) => decision.changeReasonNote(id, target.value)}
        />
      )}
    </div>
  );
}
