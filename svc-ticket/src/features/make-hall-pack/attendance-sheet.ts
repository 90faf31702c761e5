import { asGiven, examTypeAndWay, label, papers } from '../../domain/exam-words.ts';
import { type BoundDocument, keyOf } from '../../render/bind-document.ts';
import { frameOf, inPieces, type Matter, type Page, pagesOf, printing, titleOf } from './matter.ts';
import type { Entrant } from './roll.ts';

const ROWS_A_PAGE = 18;
const PAGES_A_PART = 25;

/** Everybody, with room for a signature. */
export async function attendanceSheet(matter: Matter): Promise<BoundDocument> {
  const { facts } = matter;
  const pages = pagesOf(matter.entrants, ROWS_A_PAGE);

  const rowOf = ({ wanted }: Entrant, number: number) => {
    const { snapshot } = wanted.edition;
    return {
      number: String(number),
      application_id: wanted.application_id,
      name: asGiven(snapshot.name).te,
      type: examTypeAndWay(snapshot, facts),
      papers: papers(snapshot.languages, facts),
    };
  };
  const sheetOf = (page: Page) => {
    const first = (page.number - 1) * ROWS_A_PAGE + 1;
    const rows = page.entrants.map((entrant, place) => rowOf(entrant, first + place));
    return { ...frameOf(matter, page, pages.length), rows };
  };
  const printed = await printing(matter.press, 'attendance');
  const partOf = (some: readonly Page[]) =>
    printed({
      key: keyOf(some.map(sheetOf)),
      sheets: some.length,
      contents: async () => some.map(sheetOf),
    });

  return {
    title: titleOf(matter, label('హాజరు పట్టిక', 'Attendance sheet')),
    parts: inPieces(pages, PAGES_A_PART).map(partOf),
  };
}
