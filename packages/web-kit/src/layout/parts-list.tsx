import { Bilingual } from '../words/bilingual.tsx';
import type { Word } from '../words/word.ts';

const done: Word = { te: 'పూర్తి', en: 'done' };
const title: Word = { te: 'దరఖాస్తులోని భాగాలు', en: 'Parts of the form' };

/** How far a long form has come; each line leads to its part. */
export function PartsList({ parts }: { parts: readonly { id: string; label: Word; done: boolean }[] }) {
  return (
    <nav className="parts" aria-label={`${title.te} / ${title.en}`}>
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
