import { Bilingual, Icon, type IconName, Sentence, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { Link } from 'react-router-dom';

interface Entry {
  readonly to: string;
  readonly icon: IconName;
  readonly title: Word;
  readonly hint: Word;
}

const entries: readonly Entry[] = [
  {
    to: '/#notes',
    icon: 'document',
    title: msg`What is needed`,
    hint: msg`Birth certificate, photo, Aadhaar; for Vara and Pravara the previous certificate too.`,
  },
  {
    to: '/ready',
    icon: 'camera',
    title: msg`Am I ready?`,
    hint: msg`See without signing in whether your photo and papers will do.`,
  },
  {
    to: '/#dates',
    icon: 'calendar',
    title: msg`Key dates`,
    hint: msg`The first and the last day to apply, and until when you may edit.`,
  },
];

/** Links for a visitor who does not sign in yet. */
export const Entries = () => (
  <ul className="entries">
    {entries.map(({ to, icon, title, hint }) => (
      <li key={to}>
        <Link className="entry" to={to}>
          <Icon name={icon} />
          <span className="entry-title">
            <Bilingual word={title} />
          </span>
          <span className="hint">
            <Sentence word={hint} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
