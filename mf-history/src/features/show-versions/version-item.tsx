import type { ApplicationVersion } from '@archaka/contracts';
import { Bilingual, dateTimeText, Sentence, Text, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useExamLabels } from '../../use-exam-labels.ts';
import { type Change, describeChange, formatValue, toFieldLabel } from './change-messages.ts';

const asSubmitted: Word = msg`As submitted`;
const before: Word = msg`Before`;
const now: Word = msg`Now`;

/** One version: its number, when it was made, and what it changed. */
export function VersionItem({ version: { version, at, changes } }: { version: ApplicationVersion }) {
  return (
    <li className="version">
      <h4>
        <Bilingual word={msg`Version ${version}`} />
      </h4>
      <p className="hint">
        <time dateTime={at}>{dateTimeText(at)}</time>
      </p>
      {changes.length === 0 ? (
        <p>
          <Bilingual word={asSubmitted} />
        </p>
      ) : (
        <dl className="facts">
          {changes.map((change) => (
            <ChangedField key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function ChangedField({ change }: { change: Change }) {
  const examLabels = useExamLabels();
  const description = describeChange(change);
  const renderValue = (text: string) => <Text of={formatValue(change.field, text, examLabels)} />;
  return (
    <div className="fact">
      <dt>
        <Bilingual word={toFieldLabel(change.field)} />
      </dt>
      <dd>
        {description ? (
          <Bilingual word={description} />
        ) : (
          <>
            <span className="version-before">
              <Sentence word={before} />: <del>{renderValue(change.from)}</del>
            </span>
            <span className="version-now">
              <Sentence word={now} />: <ins>{renderValue(change.to)}</ins>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
