import { textIn } from './catalogs.ts';
import { otherLanguage, useLanguage } from './language.ts';
import { localizeMessage } from './specification-messages.ts';
import type { Word } from './word.ts';

const datePattern = /(\b\d{2}-\d{2}-\d{4}\b)/;

const UnbrokenDates = ({ text }: { text: string }) =>
  text.split(datePattern).map((segment, index) =>
    datePattern.test(segment) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="whole">
        {segment}
      </span>
    ) : (
      segment
    ),
  );

/** The word in the chosen language, then in the other; one text where they are the same. */
function useOrderedTexts(word: Word) {
  const language = useLanguage();
  const other = otherLanguage(language);
  const [first, second] = [textIn(language, word), textIn(other, word)];
  return { language, other, first, second: first === second ? undefined : second };
}

/** A label, heading or button text in both languages, the chosen one first. */
export function Bilingual({ word }: { word: Word }) {
  const { language, other, first, second } = useOrderedTexts(word);
  return (
    <>
      <span lang={language}>
        <UnbrokenDates text={first} />
      </span>
      {second && (
        <>
          <span className="between"> / </span>
          <span lang={other} className="second">
            <UnbrokenDates text={second} />
          </span>
        </>
      )}
    </>
  );
}

/** One or more sentences in the chosen language. */
export const Sentence = ({ word }: { word: Word }) => {
  const language = useLanguage();
  return (
    <span lang={language}>
      <UnbrokenDates text={textIn(language, word)} />
    </span>
  );
};

export const Paragraph = ({ word }: { word: Word }) => (
  <p>
    <Sentence word={word} />
  </p>
);

/** A message of the specification: exact English and its Telugu, in either language setting. */
export function Message({ of }: { of: Word | string }) {
  const { language, other, first, second } = useOrderedTexts(
    typeof of === 'string' ? localizeMessage(of) : of,
  );
  return (
    <span className="message">
      <span lang={language}>{first}</span>
      {second && (
        <span lang={other} className="second">
          {second}
        </span>
      )}
    </span>
  );
}

/** A word in both languages, or text that is the same in both. */
export const Text = ({ of }: { of: Word | string }) =>
  typeof of === 'string' ? of : <Bilingual word={of} />;
