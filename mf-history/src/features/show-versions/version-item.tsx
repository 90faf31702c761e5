import type { ApplicationVersion } from '@archaka/contracts';
import { Bilingual, dateTimeText, Sentence, Text, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useExamWords } from '../../exam-words.ts';
import { type Change, fieldWord, valueWord, whatBecameOf } from './change-words.ts';

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
  const exam = useExamWords();
  const became = whatBecameOf(change);
  const value = (text: string) => <Text of={valueWord(change.field, text, exam)} />;
  return (
    <div className="fact">
      <dt>
        <Bilingual word={fieldWord(change.field)} />
      </dt>
      <dd>
        {became ? (
          <Bilingual word={became} />
        ) : (
          <>
            <span className="version-before">
              <Sentence word={before} />: <del>{value(change.from)}</del>
            </span>
            <span className="version-now">
              <Sentence word={now} />: <ins>{value(change.to)}</ins>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
