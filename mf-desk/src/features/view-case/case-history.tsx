import type {
  ApplicationVersion,
  CaseDecision,
  RecordedDecision,
  ScrutinyReason,
} from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Paragraph,
  Sentence,
  useExamination,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Section } from '../../desk-section.tsx';
import { scrutinyLabels, toDateText, toFieldLabel } from '../../labels.ts';

type Appeal = NonNullable<RecordedDecision['appeal']>;

const decisionsTitle: Word = msg`Decisions so far`;
const appealed: Word = msg`The applicant appeals`;
const byWhom = (name: string, version: number): Word => msg`by ${name}, on version ${version}`;
const untilDay = (day: string): Word => msg`The applicant has until ${day}.`;

/** Stands above the next decision, so that earlier reasons are seen. Newest first. */
export function Decisions({
  decisions,
  appeal,
}: {
  decisions: readonly CaseDecision[];
  appeal: Appeal | undefined;
}) {
  if (decisions.length === 0) return null;
  return (
    <Section title={decisionsTitle} className="decisions">
      {appeal && (
        <div className="appeal">
          <p>
            <strong>
              <Sentence word={appealed} />
            </strong>{' '}
            <time className="hint" dateTime={appeal.at}>
              {dateTimeText(appeal.at)}
            </time>
          </p>
          <p className="as-typed">{appeal.text}</p>
        </div>
      )}
      <ol className="plain">
        {decisions.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ol>
    </Section>
  );
}

function Decision({
  decision: { verdict: result, reasons, note, by, at, version, last_day },
}: {
  decision: CaseDecision;
}) {
  const { examination } = useExamination();
  return (
    <li className="decision">
      <p>
        <strong>
          <Bilingual word={scrutinyLabels[result]} />
        </strong>{' '}
        <span className="hint">
          <time dateTime={at}>{dateTimeText(at)}</time> <Sentence word={byWhom(by, version)} />
        </span>
      </p>
      <ul className="plain">
        {reasons.map((reason) => (
          <li key={reason.id}>
            <Bilingual word={toReasonName(examination?.scrutiny?.reasons, reason.id)} />
            {reason.note && <span className="as-typed">{reason.note}</span>}
          </li>
        ))}
      </ul>
      {note && <p className="as-typed">{note}</p>}
      {last_day && <Paragraph className="hint" word={untilDay(dateText(last_day))} />}
    </li>
  );
}

/** A reason that the list does not have any more is shown by its id. */
function toReasonName(reasons: readonly ScrutinyReason[] | undefined, id: string): Word {
  const reason = reasons?.find((candidate) => candidate.id === id);
  return reason ? { en: reason.name, te: reason.name_te } : { en: id, te: id };
}

const versionsTitle: Word = msg`Versions of the application`;
const asSubmitted: Word = msg`As submitted`;
const notGiven: Word = msg`not given`;

/** Newest first. */
export const Versions = ({ versions }: { versions: readonly ApplicationVersion[] }) => (
  <details className="more versions">
    <summary>
      <Sentence word={versionsTitle} /> ({versions.length})
    </summary>
    <ol className="plain">
      {versions.map(({ version, at, changes }) => (
        <li key={version}>
          <p>
            <strong>
              <Bilingual word={msg`Version ${version}`} />
            </strong>{' '}
            <time className="hint" dateTime={at}>
              {dateTimeText(at)}
            </time>
          </p>
          {changes.length === 0 ? (
            <Paragraph className="hint" word={asSubmitted} />
          ) : (
            <Changes changes={changes} />
          )}
        </li>
      ))}
    </ol>
  </details>
);

export const Changes = ({ changes }: Pick<ApplicationVersion, 'changes'>) => (
  <dl className="changes">
    {changes.map(({ field, from, to }) => (
      <div key={field}>
        <dt>
          <Bilingual word={toFieldLabel(field)} />
        </dt>
        <dd>
          <del>{from === '' ? <Sentence word={notGiven} /> : toDateText(from)}</del>{' '}
          <span aria-hidden="true">→</span>{' '}
          <ins>{to === '' ? <Sentence word={notGiven} /> : toDateText(to)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);
