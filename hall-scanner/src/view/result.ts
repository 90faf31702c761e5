import type { Sentence } from '@archaka/contracts';
import type { Finding } from '../verdict/finding.ts';
import { findingWords, type Tone } from '../verdict/words.ts';
import { both, element, make, say } from './dom.ts';
import { type Beside, card, details } from './ticket-facts.ts';

const CHECKING: Sentence = { te: 'సరిచూస్తున్నాం…', en: 'Checking…' };
const PHOTO: Sentence = { te: 'టికెట్‌పై ఉన్న ఫోటో', en: 'The photo on the ticket' };
const NO_PHOTO: Sentence = { te: 'టికెట్‌పై ఫోటో లేదు.', en: 'There is no photo on the ticket.' };
const BUZZ: Readonly<Record<Tone, number[]>> = {
  good: [80],
  careful: [80, 80, 80],
  bad: [300, 100, 300],
  unread: [40],
};

export interface ResultView {
  readonly checking: () => void;
  readonly show: (finding: Finding, beside: Beside) => void;
  readonly clear: () => void;
}

/** The verdict, large, with its sign; read out by screen readers as it comes. */
export function resultView(): ResultView {
  const verdict = element('verdict', HTMLElement);
  const next = element('next', HTMLButtonElement);
  const work = element('work', HTMLElement);
  let photoUrl = '';

  const picture = (jpeg: Uint8Array<ArrayBuffer>): HTMLElement => {
    photoUrl = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }));
    return Object.assign(make('img'), { src: photoUrl, alt: `${PHOTO.te} · ${PHOTO.en}` });
  };
  const person = ({ photo, name }: Finding): HTMLElement[] => {
    if (photo === undefined) return [];
    const seen = photo === null ? make('p', ...both(NO_PHOTO)) : picture(photo);
    return [make('figure', seen, ...(name === undefined ? [] : [make('figcaption', make('bdi', name))]))];
  };
  const empty = () => {
    URL.revokeObjectURL(photoUrl);
    verdict.replaceChildren();
  };

  return {
    checking() {
      empty();
      say(verdict.appendChild(make('p')), CHECKING);
      work.hidden = true;
      scrollTo(0, 0);
    },
    show(finding, beside) {
      const { tone, verdict: words, advice } = findingWords[finding.state];
      empty();
      verdict.append(
        card(tone, words),
        ...person(finding),
        make('p', ...both(advice)),
        ...(finding.claims ? [details(finding.claims, beside)] : []),
      );
      work.hidden = true;
      next.hidden = false;
      next.focus({ preventScroll: true });
      navigator.vibrate?.(BUZZ[tone]);
    },
    clear() {
      empty();
      next.hidden = true;
      work.hidden = false;
    },
  };
}
