import { useLanguage } from './language.ts';
import { textIn } from './voices.ts';
import type { Word } from './word.ts';

const date = /(\b\d{2}-\d{2}-\d{4}\b)/;

/** A sentence that names dates, in the chosen language; none of them is broken at its hyphens. */
export function Dated({ word }: { word: Word }) {
  const language = useLanguage();
  const parts = textIn(language, word).split(date);
  return (
    <span lang={language}>
      {parts.map((part, at) =>
        date.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <span key={at} className="whole">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}
