import { label } from '../../domain/exam-words.ts';
import { type BoundDocument, keyOf, type Part } from '../../render/bind-document.ts';
import { joinPdfs } from '../../render/pdf/join-pdfs.ts';
import { inPieces, type Matter, titleOf } from './matter.ts';
import type { Entrant } from './roll.ts';

const TICKETS_A_PART = 50;

/** Every ticket, the very one that was issued. */
export function ticketsDocument(matter: Matter): BoundDocument {
  const title = titleOf(matter, label('హాల్ టికెట్లు', 'Hall tickets'));

  const partOf = (entrants: readonly Entrant[]): Part => {
    const marks = entrants.map(({ mark }) => mark);
    return {
      key: keyOf('tickets', marks),
      sheets: marks.length,
      make: async (file) => joinPdfs(await matter.tickets.pdfsOf(marks), { title, file }),
    };
  };

  return { title, parts: inPieces(matter.entrants, TICKETS_A_PART).map(partOf) };
}
