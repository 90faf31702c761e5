import { toAccommodation } from '../../domain/accommodation.ts';
import { toExamTypeAndMode, toLabel, toPapers, toUntranslated } from '../../domain/exam-labels.ts';
import { createCacheKey, type DocumentPlan } from '../../render/assemble-document.ts';
import type { Candidate } from './candidate-list.ts';
import {
  chunk,
  createSectionPrinter,
  type ListPage,
  type PackData,
  toDocumentTitle,
  toFrame,
  toPages,
} from './pack-data.ts';

const ROWS_PER_PAGE = 18;
const PAGES_PER_PART = 25;

export async function createAttendanceSheet(data: PackData): Promise<DocumentPlan> {
  const { examination } = data;
  const pages = toPages(data.candidates, ROWS_PER_PAGE);

  const toRow = ({ ticketRequest, allotment }: Candidate, number: number) => {
    const { snapshot } = ticketRequest.applicationVersion;
    return {
      number: String(number),
      application_id: ticketRequest.application_id,
      ...(allotment ? { roll_number: allotment.roll_number } : {}),
      name: toUntranslated(snapshot.name).te,
      type: toExamTypeAndMode(snapshot, examination),
      papers: toPapers(snapshot.languages, examination),
      accommodation: toAccommodation(snapshot.accommodation, examination),
    };
  };
  const toSheet = (page: ListPage) => {
    const rows = page.candidates.map((candidate, index) => toRow(candidate, page.first + index));
    return { ...toFrame(data, page, pages.length), rows };
  };
  const printSection = await createSectionPrinter(data.renderer, 'attendance');
  const toPart = (partPages: readonly ListPage[]) =>
    printSection({
      key: createCacheKey(partPages.map(toSheet)),
      sheets: partPages.length,
      contents: async () => partPages.map(toSheet),
    });

  return {
    title: toDocumentTitle(data, toLabel('హాజరు పట్టిక', 'Attendance sheet')),
    parts: chunk(pages, PAGES_PER_PART).map(toPart),
  };
}
