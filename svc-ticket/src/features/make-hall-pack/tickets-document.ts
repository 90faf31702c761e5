import { label } from '../../domain/exam-words.ts';
import { type BoundDocument, type IssuedPart, keyOf } from '../../render/bind-document.ts';
import { inPieces, type Matter, titleOf } from './matter.ts';
import type { Entrant } from './roll.ts';

const TICKETS_A_PART = 50;

/** Every ticket, the very one that was issued. */
export function ticketsDocument(matter: Matter): BoundDocument {
  const partOf = (entrants: readonly Entrant[]): IssuedPart => {
    const marks = entrants.map(({ mark }) => mark);
    return {
      key: keyOf('tickets', marks),
      sheets: marks.length,
      pdfs: () => matter.tickets.pdfsOf(marks),
    };
  };

  return {
    title: titleOf(matter, label('హాల్ టికెట్లు', 'Hall tickets')),
    parts: inPieces(matter.entrants, TICKETS_A_PART).map(partOf),
  };
}
