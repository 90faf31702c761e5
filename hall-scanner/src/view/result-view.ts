import { type BilingualText, describeVersion, type TicketClaims } from '@archaka/contracts/calls';
import type { ExamType } from '../portal/portal-client.ts';
import { type ScanResult, scanMessages, type Tone } from '../verification/scan-result.ts';
import { getExamYear } from '../verification/verify-code.ts';
import {
  createElement,
  createSign,
  formatIndianDay,
  formatIndianTime,
  getElement,
  setText,
  toBilingualNodes,
} from './dom.ts';

const EXAM_MODES: Readonly<Record<number, BilingualText>> = {
  1: { te: 'రెగ్యులర్', en: 'Regular' },
  2: { te: 'కంపార్ట్‌మెంటల్', en: 'Compartmental' },
};

interface ResultContext {
  readonly examTypes: readonly ExamType[];
  /** Undefined when the result does not depend on the list. */
  readonly listMadeAt: string | undefined;
  /** Notes the candidate as present. */
  readonly attendance: HTMLElement | undefined;
}

function createCard(tone: Tone, words: BilingualText): HTMLElement {
  const title = createElement('p', ...toBilingualNodes(words));
  title.className = 'verdict';
  const box = createElement('div', createSign(tone), title);
  box.className = `card ${tone}`;
  return box;
}

function createRow(label: BilingualText, ...value: readonly (Node | string)[]): HTMLElement {
  return createElement('div', createElement('dt', ...toBilingualNodes(label)), createElement('dd', ...value));
}

function createExamRow(claims: TicketClaims, examTypes: readonly ExamType[]): HTMLElement {
  const { exam_type, exam_regular } = claims;
  const type = examTypes.find(({ id }) => id === exam_type);
  const mode = EXAM_MODES[exam_regular];
  const te = [getExamYear(claims), type?.name_te ?? exam_type, mode?.te].filter(Boolean).join(' · ');
  const en = [type?.name, mode?.en].filter(Boolean).join(' · ');
  return createRow({ te: 'పరీక్ష', en: 'Examination' }, ...toBilingualNodes({ te, en }));
}

function createDetails(
  claims: TicketClaims,
  { examTypes, listMadeAt }: Pick<ResultContext, 'examTypes' | 'listMadeAt'>,
): HTMLElement {
  const { application_id, version, day } = claims;
  const rows = [
    createExamRow(claims, examTypes),
    createRow({ te: 'దరఖాస్తు సంఖ్య', en: 'Application ID' }, application_id),
    createRow({ te: 'సవరణ', en: 'Version' }, ...toBilingualNodes(describeVersion(version))),
    createRow({ te: 'దరఖాస్తు తేదీ', en: 'Date' }, formatIndianDay(day)),
    ...(listMadeAt ? [createRow({ te: 'జాబితా చేసిన సమయం', en: 'List made' }, formatIndianTime(listMadeAt))] : []),
  ];
  const list = createElement('dl', ...rows);
  list.className = 'facts';
  return list;
}

const CHECKING: BilingualText = { te: 'సరిచూస్తున్నాం…', en: 'Checking…' };
const PHOTO: BilingualText = { te: 'టికెట్‌పై ఉన్న ఫోటో', en: 'The photo on the ticket' };
const NO_PHOTO: BilingualText = { te: 'టికెట్‌పై ఫోటో లేదు.', en: 'There is no photo on the ticket.' };
const VIBRATIONS: Readonly<Record<Tone, number[]>> = {
  good: [80],
  careful: [80, 80, 80],
  bad: [300, 100, 300],
  unread: [40],
};

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

export function createResultView() {
  const container = getElement('verdict', HTMLElement);
  const next = getElement('next', HTMLButtonElement);
  const work = getElement('work', HTMLElement);
  const person = createPersonView();

  const reset = () => {
    person.release();
    container.replaceChildren();
  };

  return {
    checking(): void {
      reset();
      setText(container.appendChild(createElement('p')), CHECKING);
      work.hidden = true;
      scrollTo(0, 0);
    },
    show(scanResult: ScanResult, context: ResultContext): void {
      const { tone, result: words, advice } = scanMessages[scanResult.state];
      reset();
      container.append(
        createCard(tone, words),
        ...person.create(scanResult),
        createElement('p', ...toBilingualNodes(advice)),
        ...(context.attendance ? [context.attendance] : []),
        ...(scanResult.claims ? [createDetails(scanResult.claims, context)] : []),
      );
      work.hidden = true;
      next.hidden = false;
      next.focus({ preventScroll: true });
      navigator.vibrate?.(VIBRATIONS[tone]);
    },
    clear(): void {
      reset();
      next.hidden = true;
      work.hidden = false;
    },
  };
}
