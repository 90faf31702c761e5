import type { BilingualText, TicketClaims } from '@archaka/contracts/calls';
import type { ExamType } from '../portal/portal-facts.ts';
import { getExamYear } from '../verification/check-list.ts';
import type { Tone } from '../verification/messages.ts';
import { createElement, createSign, toBilingualNodes } from './dom.ts';
import { formatIndianDay, formatIndianTime } from './times.ts';

const EXAM_MODES: Readonly<Record<number, BilingualText>> = {
  1: { te: 'రెగ్యులర్', en: 'Regular' },
  2: { te: 'కంపార్ట్‌మెంటల్', en: 'Compartmental' },
};

export interface ResultContext {
  readonly examTypes: readonly ExamType[];
  /** Undefined when the result does not depend on the list. */
  readonly listMadeAt: string | undefined;
}

export function createCard(tone: Tone, words: BilingualText): HTMLElement {
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

export function createDetails(claims: TicketClaims, { examTypes, listMadeAt }: ResultContext): HTMLElement {
  const { application_id, version, day } = claims;
  const rows = [
    createExamRow(claims, examTypes),
    createRow({ te: 'దరఖాస్తు సంఖ్య', en: 'Application ID' }, application_id),
    createRow({ te: 'మార్పు', en: 'Version' }, String(version)),
    createRow({ te: 'దరఖాస్తు తేదీ', en: 'Date' }, formatIndianDay(day)),
    ...(listMadeAt ? [createRow({ te: 'జాబితా చేసిన సమయం', en: 'List made' }, formatIndianTime(listMadeAt))] : []),
  ];
  const list = createElement('dl', ...rows);
  list.className = 'facts';
  return list;
}
