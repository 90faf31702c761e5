import { toLabel } from '../../domain/exam-labels.ts';
import { createCacheKey, type DocumentPlan, type IssuedPart } from '../../render/assemble-document.ts';
import type { Candidate } from './candidate-list.ts';
import { chunk, type PackData, toDocumentTitle } from './pack-data.ts';

const TICKETS_PER_PART = 50;

/** Contains the issued PDFs themselves, not new prints. */
export function createTicketsDocument(data: PackData): DocumentPlan {
  const toPart = (candidates: readonly Candidate[]): IssuedPart => {
    const ticketRefs = candidates.map(({ ticketRef }) => ticketRef);
    return {
      key: createCacheKey('tickets', ticketRefs),
      sheets: ticketRefs.length,
      pdfs: () => data.tickets.getPdfs(ticketRefs),
    };
  };

  return {
    title: toDocumentTitle(data, toLabel('హాల్ టికెట్లు', 'Hall tickets')),
    parts: chunk(data.candidates, TICKETS_PER_PART).map(toPart),
  };
}
