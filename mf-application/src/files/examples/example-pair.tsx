import { Bilingual, Sentence, useBothTexts, type Word } from '@archaka/platform';
import type { ComponentType } from 'react';
import { BadPaper, BadPhoto, Drawing, GoodPaper, GoodPhoto } from './drawings.tsx';
import {
  type ExampleMessages,
  paperMessages,
  photoMessages,
  rightWord,
  wrongWord,
} from './example-messages.ts';

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
