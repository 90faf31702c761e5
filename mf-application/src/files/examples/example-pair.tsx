import { addCatalogs, Bilingual, Sentence, useBothTexts, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ComponentType, ReactNode } from 'react';
import './examples.css';
import * as catalogs from './locales/te.po';

/** Draws in a frame of 90 by 120, the shape of a photo. */
export function Drawing({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className="example-drawing" viewBox="0 0 90 120" role="img" aria-label={label}>
      {children}
    </svg>
  );
}

const Head = () => (
  <>
    <path className="example-coat" d="M8 121c0-25 15-36 37-36s37 11 37 36z" />
    <path className="example-skin" d="M37 70h16v18q-8 7-16 0z" />
    <ellipse className="example-skin" cx="45" cy="50" rx="19" ry="24" />
    <path className="example-hair" d="M25 51c-4-36 44-36 40 0-2-13-9-19-20-19s-18 6-20 19z" />
    <path className="example-line" d="M39 66q6 5 12 0M45 52v7" />
  </>
);

export const GoodPhoto = () => (
  <>
    <path className="example-light" d="M0 0h90v120H0z" />
    <Head />
    <path className="example-line" d="M35 50h5M50 50h5" />
  </>
);

export const BadPhoto = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <path className="example-line" d="M0 30h52M14 0v120M38 12v18M0 84h58M60 8h22v26H60zM22 50h20v34H22z" />
    <g transform="translate(46 58) rotate(18) scale(.55)">
      <Head />
      <path className="example-hair" d="M30 45h13v9H30zM47 45h13v9H47zM43 47h4v3h-4z" />
    </g>
    <path className="example-shadow" d="M0 0h90v120H0z" />
  </>
);

const Page = () => (
  <>
    <path className="example-page" d="M12 10h66v100H12z" />
    <path className="example-heading" d="M28 24h34" />
    <path className="example-line" d="M20 38h50M20 48h50M20 58h44M20 68h50M20 78h30M20 88h26" />
    <circle className="example-seal" cx="62" cy="90" r="9" />
    <path className="example-line" d="M58 90h8" />
  </>
);

export const GoodPaper = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <Page />
  </>
);

export const BadPaper = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <g transform="rotate(-13 45 60) translate(20 14)">
      <Page />
    </g>
    <path className="example-shadow" d="M0 120V52l90-34v102z" />
  </>
);

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
