import './examples.css';
import { addCatalogs, Bilingual, Sentence, useBothTexts, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { BadPaper, BadPhoto, Drawing, GoodPaper, GoodPhoto } from './drawings.tsx';
import * as catalogs from './locales/te.po';

// The modules that are loaded when examples are unfolded.

addCatalogs(catalogs);

interface ExampleMessages {
  /** Text alternatives of the drawings. */
  readonly drawing: Word;
  readonly advice: Word;
}

const rightWord = msg`Right` satisfies Word;
const wrongWord = msg`Wrong` satisfies Word;

const photoMessages: Readonly<Record<'right' | 'wrong', ExampleMessages>> = {
  right: {
    drawing: msg`Drawing: a head and shoulders in the middle of a light picture`,
    advice: msg`The face is in the middle, seen from the front, in good light, before a plain wall.`,
  },
  wrong: {
    drawing: msg`Drawing: a small, dark, tilted head with sunglasses at the edge of a crowded picture`,
    advice: msg`The face is small, dark and at the edge, with sunglasses; there is much behind it.`,
  },
};

const paperMessages: typeof photoMessages = {
  right: {
    drawing: msg`Drawing: a whole page, straight, with a heading, lines and a seal`,
    advice: msg`The whole page is there, straight; every line and the seal can be read.`,
  },
  wrong: {
    drawing: msg`Drawing: a slanted page, cut off at the edge and half in shadow`,
    advice: msg`A corner is missing, the page is slanted, and a shadow hides lines.`,
  },
};

interface ExampleProps {
  kind: 'right' | 'wrong';
  title: Word;
  messages: ExampleMessages;
  Content: ComponentType;
}

function Example({ kind, title, messages, Content }: ExampleProps) {
  const bothTexts = useBothTexts();
  return (
    <figure className={`example example-${kind}`}>
      <Drawing label={bothTexts(messages.drawing)}>
        <Content />
      </Drawing>
      <figcaption>
        <strong>
          <Bilingual word={title} />
        </strong>
        <span className="hint">
          <Sentence word={messages.advice} />
        </span>
      </figcaption>
    </figure>
  );
}

export function ExamplePair({ of }: { of: 'photo' | 'paper' }) {
  const messages = of === 'photo' ? photoMessages : paperMessages;
  const [Good, Bad] = of === 'photo' ? [GoodPhoto, BadPhoto] : [GoodPaper, BadPaper];
  return (
    <div className="examples">
      <Example kind="right" title={rightWord} messages={messages.right} Content={Good} />
      <Example kind="wrong" title={wrongWord} messages={messages.wrong} Content={Bad} />
    </div>
  );
}
