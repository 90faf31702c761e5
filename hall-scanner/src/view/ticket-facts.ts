import type { Sentence, TicketClaims } from '@archaka/contracts';
import type { ExamType } from '../portal/facts.ts';
import { yearOf } from '../verdict/look-up.ts';
import type { Tone } from '../verdict/words.ts';
import { both, make, sign } from './dom.ts';
import { indianDay, indianTime } from './times.ts';

const WAYS: Readonly<Record<number, Sentence>> = {
  1: { te: 'రెగ్యులర్', en: 'Regular' },
  2: { te: 'కంపార్ట్‌మెంటల్', en: 'Compartmental' },
};

/** What stands beside a finding. */
export interface Beside {
  readonly examTypes: readonly ExamType[];
  /** When the loaded list was made, where the finding rests on it. */
  readonly listMadeAt: string | undefined;
}

/** The verdict in its colour, with its sign. */
export function card(tone: Tone, words: Sentence): HTMLElement {
  const title = make('p', ...both(words));
  title.className = 'verdict';
  const box = make('div', sign(tone), title);
  box.className = `card ${tone}`;
  return box;
}

function row(label: Sentence, ...value: readonly (Node | string)[]): HTMLElement {
  return make('div', make('dt', ...both(label)), make('dd', ...value));
}

function examRow(claims: TicketClaims, examTypes: readonly ExamType[]): HTMLElement {
  const { exam_type, exam_regular } = claims;
  const type = examTypes.find(({ id }) => id === exam_type);
  const way = WAYS[exam_regular];
  const te = [yearOf(claims), type?.name_te ?? exam_type, way?.te].filter(Boolean).join(' · ');
  const en = [type?.name, way?.en].filter(Boolean).join(' · ');
  return row({ te: 'పరీక్ష', en: 'Examination' }, ...both({ te, en }));
}

/** What a ticket says of itself. */
export function details(claims: TicketClaims, { examTypes, listMadeAt }: Beside): HTMLElement {
  const { application_id, version, day } = claims;
  const rows = [
    examRow(claims, examTypes),
    row({ te: 'దరఖాస్తు సంఖ్య', en: 'Application ID' }, application_id),
    row({ te: 'వెర్షన్', en: 'Version' }, String(version)),
    row({ te: 'తేదీ', en: 'Date' }, indianDay(day)),
    ...(listMadeAt ? [row({ te: 'జాబితా చేసిన సమయం', en: 'List made' }, indianTime(listMadeAt))] : []),
  ];
  const list = make('dl', ...rows);
  list.className = 'facts';
  return list;
}
