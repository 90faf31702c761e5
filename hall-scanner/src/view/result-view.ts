import type { BilingualText } from '@archaka/contracts/calls';
import { scanMessages, type Tone } from '../verification/messages.ts';
import type { ScanResult } from '../verification/scan-result.ts';
import { createElement, getElement, setText, toBilingualNodes } from './dom.ts';
import { createCard, createDetails, type ResultContext } from './ticket-details.ts';

const CHECKING: BilingualText = { te: 'సరిచూస్తున్నాం…', en: 'Checking…' };
const PHOTO: BilingualText = { te: 'టికెట్‌పై ఉన్న ఫోటో', en: 'The photo on the ticket' };
const NO_PHOTO: BilingualText = { te: 'టికెట్‌పై ఫోటో లేదు.', en: 'There is no photo on the ticket.' };
const VIBRATIONS: Readonly<Record<Tone, number[]>> = {
  good: [80],
  careful: [80, 80, 80],
  bad: [300, 100, 300],
  unread: [40],
};

interface ResultView {
  readonly checking: () => void;
  readonly show: (scanResult: ScanResult, context: ResultContext) => void;
  readonly clear: () => void;
}

/** The photo on the ticket with the name, whose image exists until `release`. */
function createPersonView() {
  let photoUrl = '';

  const picture = (jpeg: Uint8Array<ArrayBuffer>): HTMLElement => {
    photoUrl = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }));
    return Object.assign(createElement('img'), { src: photoUrl, alt: `${PHOTO.te} · ${PHOTO.en}` });
  };
  return {
    create({ photo, name }: ScanResult): HTMLElement[] {
      if (photo === undefined) return [];
      const photoElement =
        photo === null ? createElement('p', ...toBilingualNodes(NO_PHOTO)) : picture(photo);
      return [
        createElement(
          'figure',
          photoElement,
          ...(name === undefined ? [] : [createElement('figcaption', createElement('bdi', name))]),
        ),
      ];
    },
    release: () => URL.revokeObjectURL(photoUrl),
  };
}

export function createResultView(): ResultView {
  const container = getElement('verdict', HTMLElement);
  const next = getElement('next', HTMLButtonElement);
  const work = getElement('work', HTMLElement);
  const person = createPersonView();

  const reset = () => {
    person.release();
    container.replaceChildren();
  };

  return {
    checking() {
      reset();
      setText(container.appendChild(createElement('p')), CHECKING);
      work.hidden = true;
      scrollTo(0, 0);
    },
    show(scanResult, context) {
      const { tone, result: words, advice } = scanMessages[scanResult.state];
      reset();
      container.append(
        createCard(tone, words),
        ...person.create(scanResult),
        createElement('p', ...toBilingualNodes(advice)),
        ...(scanResult.claims ? [createDetails(scanResult.claims, context)] : []),
      );
      work.hidden = true;
      next.hidden = false;
      next.focus({ preventScroll: true });
      navigator.vibrate?.(VIBRATIONS[tone]);
    },
    clear() {
      reset();
      next.hidden = true;
      work.hidden = false;
    },
  };
}
