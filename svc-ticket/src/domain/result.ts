import { dateText, type Examination, type ExaminationResult } from '@archaka/contracts';
import { findCentreOf } from './allotment.ts';
import type { CandidateResult, TicketRequest } from './application.ts';
import {
  type LocalizedText,
  type Row,
  toExamMode,
  toExamType,
  toLabel,
  toPrintable,
  toRow,
  toUntranslated,
} from './ticket-content.ts';

/** What a visitor typed, as typed. */
export interface ResultForm {
  readonly roll_number: string;
  readonly dob: string;
}

export interface ResultQuery {
  readonly rollNumber: string;
  /** yyyy-mm-dd. */
  readonly dob: string;
}

export type ResultField = keyof ResultForm;

const TELUGU_ZERO = 0x0c66;

const toLatinDigits = (text: string): string =>
  text.replace(/[\u0c66-\u0c6f]/gu, (digit) => String(digit.charCodeAt(0) - TELUGU_ZERO));

/** With or without hyphens. Undefined when no seat can have it. */
export function parseRollNumber(typed: string): string | undefined {
  const [, ...parts] =
    /^(\d{2})([A-Z0-9]{2,6})(\d{4})$/.exec(
      toLatinDigits(typed)
        .toUpperCase()
        .replace(/[\s./\u2010-\u2015-]/gu, ''),
    ) ?? [];
  return parts.length > 0 ? parts.join('-') : undefined;
}

/** Day, month and year, with separators or as eight digits; yyyy-mm-dd. Undefined for no day of the calendar. */
export function parseDateOfBirth(typed: string): string | undefined {
  const text = toLatinDigits(typed).trim();
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[\s./\u2010-\u2015-]+(\d{1,2})[\s./\u2010-\u2015-]+(\d{4})$/u.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ??
    [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(date);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : undefined;
}

/** A published result of a paid application. */
export interface PublishedResult extends TicketRequest {
  readonly result: CandidateResult;
}

export const isPublished = (request: TicketRequest | undefined): request is PublishedResult =>
  request?.result !== undefined;

/** A row of the table of marks. */
export interface PaperRow {
  readonly name: LocalizedText;
  /** Undefined for a paper that the examination file lacks. */
  readonly max: number | undefined;
  readonly pass: number | undefined;
  readonly marks: LocalizedText;
}

const ABSENT = toLabel('గైర్హాజరు', 'absent');

export const resultLabels = {
  title: toLabel('మార్కుల మెమో', 'Memo of marks'),
  examination: toLabel('పరీక్ష', 'Examination'),
  examType: toLabel('పరీక్ష రకం', 'Exam type'),
  rollNumber: toLabel('రోల్ నంబరు', 'Roll number'),
  marks: toLabel('మార్కులు', 'Marks'),
  columns: [
    toLabel('పరీక్షా పత్రం', 'Paper'),
    toLabel('గరిష్ఠం', 'Maximum'),
    toLabel('ఉత్తీర్ణతకు', 'To pass'),
    toLabel('మార్కులు', 'Marks'),
  ],
} as const;

export const outcomeSentences = {
  passed: toLabel('ఫలితం: ఉత్తీర్ణత', 'Result: Passed'),
  failed: toLabel('ఫలితం: ఉత్తీర్ణత లేదు', 'Result: Not passed'),
} as const;

export const toPaperRows = (
  { papers }: Pick<ExaminationResult, 'papers'>,
  { result_papers = [] }: Pick<Examination, 'result_papers'>,
): PaperRow[] =>
  papers.map(({ paper, marks }) => {
    const rule = result_papers.find(({ id }) => id === paper);
    return {
      name: rule ? toLabel(rule.name_te, rule.name) : toUntranslated(paper),
      max: rule?.max,
      pass: rule?.pass,
      marks: marks === null ? ABSENT : toUntranslated(String(marks)),
    };
  });

/** Rendered as text, never as HTML. */
export interface MemoContent {
  readonly title: string;
  readonly examination: Required<LocalizedText>;
  readonly person: readonly Row[];
  readonly rows: readonly Row[];
  readonly papers: readonly PaperRow[];
  readonly outcome: ExaminationResult['outcome'];
}

export function createMemoContent(
  { application_id, applicationVersion: { snapshot }, allotment, result }: PublishedResult,
  examination: Examination,
): MemoContent {
  const { name, name_te } = examination;
  const { centre_district: district } = snapshot;
  const centre = (allotment && findCentreOf(allotment, examination)) ?? district;
  const row = (label: Required<LocalizedText>, value: LocalizedText | string) =>
    toRow(label.te, label.en, value);
  return {
    title: `${name_te} · ${name} · ${resultLabels.title.te} · ${application_id}`,
    examination: toLabel(name_te, name),
    person: [
      toRow('పేరు', 'Name', snapshot.name, 'long'),
      toRow('తండ్రి పేరు', "Father's name", snapshot.father_name, 'long'),
    ],
    rows: [
      ...(allotment ? [row(resultLabels.rollNumber, allotment.roll_number)] : []),
      toRow('దరఖాస్తు సంఖ్య', 'Application ID', application_id),
      row(resultLabels.examType, toExamType(snapshot.exam_type, examination)),
      toRow('విధానం', 'Regular or compartmental', toExamMode(snapshot.exam_regular)),
      toRow(
        'పరీక్ష కేంద్రం',
        'Examination centre',
        toLabel(toPrintable(centre.name_te), toPrintable(centre.name)),
      ),
      toRow('ప్రచురించిన తేదీ', 'Date of publication', dateText(result.published_at)),
    ],
    papers: toPaperRows(result, examination),
    outcome: result.outcome,
  };
}
