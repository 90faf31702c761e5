import type { Writable } from 'node:stream';
import { dateTimeText, type Examination } from '@archaka/contracts';
import { findCentreOf } from '../../domain/allotment.ts';
import {
  type LocalizedText,
  toAccommodation,
  toExamType,
  toExamTypeAndMode,
  toLabel,
  toPapers,
  toUntranslated,
} from '../../domain/ticket-content.ts';
import type { Centre } from '../../persistence/application-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import { mergePdfs } from '../../render/pdf/merge-pdfs.ts';
import type { SheetRenderer } from '../../render/renderer.ts';
import { type Candidate, type Counts, chunk } from './candidate-list.ts';
import {
  type Head,
  type PackFile,
  renderAttendanceList,
  renderCover,
  renderPhotoRoll,
} from './pack-pages.ts';

export interface PackData {
  readonly examination: Examination;
  readonly centre: Centre;
  readonly candidates: readonly Candidate[];
  readonly tickets: Pick<TicketRepository, 'getPhotos' | 'getPdfs'>;
  readonly renderer: Pick<SheetRenderer, 'print'>;
}

/** Some sheets of a document. */
interface Part {
  readonly sheets: number;
  /** Tagged PDFs of Chromium. */
  readonly pdfs: () => Promise<readonly Buffer[]>;
}

interface DocumentPlan {
  readonly title: string;
  readonly parts: readonly Part[];
}

export interface ListPage {
  readonly number: number;
  /** Number of its first candidate, from 1 in each examination centre. */
  readonly first: number;
  readonly candidates: readonly Candidate[];
}

const TICKETS_PER_PART = 50;
/** A photo of 22 × 28 mm is recognised at a glance. */
const PHOTO_ROLL = { photosPerPage: 30, pagesPerPart: 5 };
const ATTENDANCE_LIST = { rowsPerPage: 18, pagesPerPart: 25 };

export const countSheets = ({ parts }: DocumentPlan): number =>
  parts.reduce((sum, { sheets }) => sum + sheets, 0);

/** Each examination centre begins a page. */
export const toPages = (candidates: readonly Candidate[], size: number): ListPage[] =>
  [...Map.groupBy(candidates, ({ allotment }) => allotment?.centre).values()]
    .flatMap((group) =>
      chunk(group, size).map((piece, index) => ({ first: index * size + 1, candidates: piece })),
    )
    .map((page, index) => ({ number: index + 1, ...page }));

const toTitle = ({ examination, centre }: PackData, { te, en }: Required<LocalizedText>): string =>
  `${examination.name_te} · ${examination.name} · ${centre.name_te} ${centre.name} · ${te} ${en}`;

/** The head of a list's page: where seats are allotted, with the examination centre of its candidates. */
export function toHead(
  { examination, centre }: Pick<PackData, 'examination' | 'centre'>,
  { number, candidates }: ListPage,
  pages: number,
): Head {
  const allotment = candidates[0]?.allotment;
  const hall = allotment && findCentreOf(allotment, examination);
  return {
    examination: toLabel(`${examination.name_te} ·`, examination.name),
    centre: toLabel(centre.name_te, centre.name),
    ...(hall ? { hall: toLabel(`${hall.code} · ${hall.name_te}`, hall.name) } : {}),
    page: toLabel(`పేజీ ${number} / ${pages} ·`, `Page ${number} of ${pages}`),
  };
}

/** The issued PDFs themselves, not new prints. */
export function createTicketsDocument(data: PackData): DocumentPlan {
  const title = toTitle(data, toLabel('హాల్ టికెట్లు', 'Hall tickets'));
  const refs = data.candidates.map(({ ticketRef }) => ticketRef);
  const parts = chunk(refs, TICKETS_PER_PART).map((own) => ({
    sheets: own.length,
    pdfs: () => data.tickets.getPdfs(own),
  }));
  return { title, parts };
}

export function createPhotoRoll(data: PackData): DocumentPlan {
  const { examination, renderer, tickets } = data;
  const pages = toPages(data.candidates, PHOTO_ROLL.photosPerPage);

  const toSheet = (page: ListPage, photos: readonly (Buffer | undefined)[]) =>
    renderPhotoRoll(
      toHead(data, page, pages.length),
      page.candidates.map(({ ticketRequest, allotment }, index) => {
        const { name, exam_type } = ticketRequest.applicationVersion.snapshot;
        return {
          name: toUntranslated(name).te,
          id: allotment?.roll_number ?? ticketRequest.application_id,
          type: toExamType(exam_type, examination),
          photo: photos[index],
        };
      }),
    );
  const toSheetWithPhotos = async (page: ListPage) =>
    toSheet(page, await tickets.getPhotos(page.candidates.map(({ ticketRef }) => ticketRef)));

  const title = toTitle(data, toLabel('ఫోటోల పట్టిక', 'Photo roll'));
  const parts = chunk(pages, PHOTO_ROLL.pagesPerPart).map((own) => ({
    sheets: own.length,
    pdfs: async () => [
      await renderer.print('photo-roll', title, await Promise.all(own.map(toSheetWithPhotos))),
    ],
  }));
  return { title, parts };
}

export function createAttendanceList(data: PackData): DocumentPlan {
  const { examination, renderer } = data;
  const pages = toPages(data.candidates, ATTENDANCE_LIST.rowsPerPage);

  const toSheet = (page: ListPage) =>
    renderAttendanceList(
      toHead(data, page, pages.length),
      page.candidates.map(({ ticketRequest, allotment }, index) => {
        const { snapshot } = ticketRequest.applicationVersion;
        return {
          number: page.first + index,
          application_id: ticketRequest.application_id,
          roll_number: allotment?.roll_number,
          name: toUntranslated(snapshot.name).te,
          type: toExamTypeAndMode(snapshot, examination),
          papers: toPapers(snapshot.languages, examination),
          accommodation: toAccommodation(snapshot.accommodation, examination),
        };
      }),
    );

  const title = toTitle(data, toLabel('హాజరు పట్టిక', 'Attendance sheet'));
  const parts = chunk(pages, ATTENDANCE_LIST.pagesPerPart).map((own) => ({
    sheets: own.length,
    pdfs: async () => [await renderer.print('attendance', title, own.map(toSheet))],
  }));
  return { title, parts };
}

const COMPLETE_MESSAGE = toLabel(
  'మూడు లెక్కలూ సమానం: రుసుము చెల్లించిన ప్రతి దరఖాస్తుకూ టికెట్ జారీ అయింది, ప్రతి ఒక్కటీ ఈ పత్రాల్లో ఉంది.',
  'Paid = ticketed = listed: every paid application has its ticket, and every one is in this pack.',
);

const toShortfallMessage = (missing: number): Required<LocalizedText> =>
  toLabel(
    `లెక్కలు సమానం కావు. రుసుము చెల్లించినా టికెట్ ఇంకా తయారుకాని దరఖాస్తులు: ${missing}. అవి ఈ పత్రాల్లో లేవు; తర్వాత ఈ పత్రాలను మళ్ళీ తయారు చేయండి.`,
    `The counts differ. Paid applications whose tickets are still being made: ${missing}. They are not in this pack; make it again later.`,
  );

interface CoverOptions {
  readonly data: PackData;
  readonly made_at: Date;
  readonly counts: Counts;
  readonly files: readonly PackFile[];
}

/** Always printed: it names the time and the hashes of the other files. @returns its PDF */
export function printCover({ data, made_at, counts, files }: CoverOptions): Promise<Buffer> {
  const { examination, centre, renderer } = data;
  const { groups, total, isWhole } = counts;
  const sheet = renderCover({
    examination: toLabel(examination.name_te, examination.name),
    centre: toLabel(centre.name_te, centre.name),
    made: dateTimeText(made_at.toISOString()),
    counts: [
      ...groups.map((group) => ({ ...group, group: toExamTypeAndMode(group, examination) })),
      { ...total, group: toLabel('మొత్తం', 'Total') },
    ],
    message: isWhole ? COMPLETE_MESSAGE : toShortfallMessage(total.paid - total.ticketed),
    isWhole,
    files,
  });
  const title = toTitle(data, toLabel('కేంద్రానికి పంపే పత్రాలు', 'Hall pack'));
  return renderer.print('cover', title, [sheet]);
}

/** Holds one part in memory at a time. @returns the number of pages */
export function assembleDocument(
  { title, parts }: DocumentPlan,
  out: Writable,
  onSheets: (count: number) => Promise<void>,
): Promise<number> {
  async function* readParts(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      yield* await part.pdfs();
      await onSheets(part.sheets);
    }
  }
  return mergePdfs(readParts(), { title, out });
}
