import { toExamType, toLabel, toUntranslated } from '../../domain/exam-labels.ts';
import { createCacheKey, type DocumentPlan } from '../../render/assemble-document.ts';
import { toPhotoUrl } from '../../render/renderer.ts';
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

/** A photo of 22 × 28 mm is recognised at a glance. */
const PHOTOS_PER_PAGE = 30;
const PAGES_PER_PART = 5;

export async function createPhotoRoll(data: PackData): Promise<DocumentPlan> {
  const pages = toPages(data.candidates, PHOTOS_PER_PAGE);

  const toPerson = ({ ticketRequest, allotment }: Candidate) => ({
    name: toUntranslated(ticketRequest.applicationVersion.snapshot.name).te,
    /** The number shown beside the seat. */
    id: allotment?.roll_number ?? ticketRequest.application_id,
    type: toExamType(ticketRequest.applicationVersion.snapshot.exam_type, data.examination),
  });
  const toPageText = (page: ListPage) => ({
    ...toFrame(data, page, pages.length),
    people: page.candidates.map(toPerson),
  });
  const toSheet = async (page: ListPage) => {
    const photos = await data.tickets.getPhotos(page.candidates.map(({ ticketRef }) => ticketRef));
    const { people, ...frame } = toPageText(page);
    return {
      ...frame,
      people: people.map((person, index) => ({ ...person, photo: toPhotoUrl(photos[index]) })),
    };
  };
  const listTokens = ({ candidates }: ListPage) => candidates.map(({ ticketRef }) => ticketRef.token);
  const printSection = await createSectionPrinter(data.renderer, 'photo-roll');
  const toPart = (partPages: readonly ListPage[]) =>
    printSection({
      key: createCacheKey(partPages.map(toPageText), partPages.map(listTokens)),
      sheets: partPages.length,
      contents: () => Promise.all(partPages.map(toSheet)),
    });

  return {
    title: toDocumentTitle(data, toLabel('ఫోటోల పట్టిక', 'Photo roll')),
    parts: chunk(pages, PAGES_PER_PART).map(toPart),
  };
}
