import type { ApplicationVersion } from '@archaka/contracts/calls';
import { Bilingual, dateTimeText, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { toDateText, toFieldLabel } from '../../labels.ts';

const title: Word = msg`Versions of the application`;
const asSubmitted: Word = msg`As submitted`;
const notGiven: Word = msg`not given`;

/** Newest first. */
export const Versions = ({ versions }: { versions: readonly ApplicationVersion[] }) => (
  <details className="more versions">
    <summary>
      <Sentence word={title} /> ({versions.length})
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
