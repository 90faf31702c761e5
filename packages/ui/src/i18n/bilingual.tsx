import { type Language, otherLanguage, textIn, useLanguage, type Word } from './languages.ts';
import { localizeMessage } from './specification-messages.ts';

const datePattern = /(\b\d{2}-\d{2}-\d{4}\b)/;

interface PhraseProps {
  language: Language;
  text: string;
  className?: string;
}

/**
 * A text in an element that has nothing else: a browser's translation replaces the text by elements of its own,
 * which React can replace only as the whole content of an element, or together with it. Dates do not break.
 */
function Phrase({ language, text, className }: PhraseProps) {
  const segments = text.split(datePattern);
  if (segments.length === 1) {
    return (
      <span lang={language} className={className}>
        {text}
      </span>
    );
  }
  return (
    <span key={text} lang={language} className={className}>
      {segments.map((segment, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          key={index}
          {...(datePattern.test(segment) && { className: 'whole', translate: 'no' })}
        >
          {segment}
        </span>
      ))}
    </span>
  );
}

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
      <Phrase language={language} text={first} />
      {second && (
        <>
          <span className="between"> / </span>
          <Phrase language={other} text={second} className="second" />
        </>
      )}
    </>
  );
}

/** One or more sentences in the chosen language. */
export const Sentence = ({ word }: { word: Word }) => {
  const language = useLanguage();
  return <Phrase language={language} text={textIn(language, word)} />;
};

export const Paragraph = ({ word, className }: { word: Word; className?: 'hint' }) => (
  <p className={className}>
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
  typeof of === 'string' ? <span>{of}</span> : <Bilingual word={of} />;
