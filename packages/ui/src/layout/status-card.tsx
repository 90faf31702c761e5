import { msg } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { Bilingual, Sentence } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';
import { Icon, type IconName } from './icon.tsx';

const done = msg`done`;
const milestones = [msg`Saved`, msg`Submitted`, msg`Paid`, msg`Hall ticket`];

const icons = { info: 'clock', success: 'check', warning: 'alert' } as const satisfies Record<
  string,
  IconName
>;

interface StatusCardProps {
  tone: keyof typeof icons;
  title: Word;
  /** State and next step; changes are announced. */
  sentences: readonly Word[];
  /** Of the state, below the sentences. */
  reasons?: readonly Word[];
  /** Number of reached milestones (saved, submitted, paid, hall ticket); undefined: none shown. */
  reached?: 0 | 1 | 2 | 3 | 4;
  /** Level of its heading. */
  level?: 2 | 3;
  /** The next step as the primary button, and other actions. */
  children?: ReactNode;
}

const toKey = (word: Word): string => ('id' in word ? word.id : word.en);

export function StatusCard({
  tone,
  title,
  sentences,
  reasons = [],
  reached,
  level = 2,
  children,
}: StatusCardProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={`status-card status-card-${tone}`} aria-labelledby={titleId}>
      <div className="stack" role="status">
        <div className="status-card-head">
          <Icon name={icons[tone]} />
          <Heading id={titleId}>
            <Bilingual word={title} />
          </Heading>
        </div>
        {sentences.map((sentence) => (
          <p key={toKey(sentence)}>
            <Sentence word={sentence} />
          </p>
        ))}
        {reasons.length > 0 && (
          <ul className="status-card-reasons">
            {reasons.map((reason) => (
              <li key={toKey(reason)}>
                <Sentence word={reason} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {reached !== undefined && <Milestones reached={reached} />}
      {children}
    </section>
  );
}

function Milestones({ reached }: { reached: number }) {
  return (
    <ol className="milestones plain">
      {milestones.map((word, index) => (
        <li
          key={word.id}
          className={index < reached ? 'milestone milestone-reached' : 'milestone'}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className="milestone-mark" aria-hidden="true">
            {index < reached ? <Icon name="check" /> : index + 1}
          </span>
          <span>
            <Sentence word={word} />
            {index < reached && (
              <span className="visually-hidden">
                {' '}
                (<Sentence word={done} />)
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

const badges = {
  S: { word: words.success, tone: 'success' },
  F: { word: words.failed, tone: 'failed' },
  C: { word: words.cancelled, tone: 'cancelled' },
  '': { word: words.pending, tone: 'pending' },
} as const;

export function StatusBadge({ status }: { status: keyof typeof badges }) {
  const { word, tone } = badges[status];
  return (
    <span className={`badge badge-${tone}`}>
      <Bilingual word={word} />
    </span>
  );
}
