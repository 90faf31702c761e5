import { msg } from '@lingui/core/macro';
import { Bilingual } from '../i18n/bilingual.tsx';
import { useBothTexts, type Word } from '../i18n/languages.ts';

const done = msg`done`;
const title = msg`Parts of the form`;

export function PartsList({ parts }: { parts: readonly { id: string; label: Word; done: boolean }[] }) {
  const bothTexts = useBothTexts();
  return (
    <nav className="parts" aria-label={bothTexts(title)}>
      <ol>
        {parts.map((part) => (
          <li key={part.id} className={part.done ? 'part part-done' : 'part'}>
            <a href={`#${part.id}`}>
              <span>
                <Bilingual word={part.label} />
                {part.done && (
                  <span className="visually-hidden">
                    {' '}
                    (<Bilingual word={done} />)
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
