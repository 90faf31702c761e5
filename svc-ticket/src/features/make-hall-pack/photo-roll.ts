import { asGiven, examType, label } from '../../domain/exam-words.ts';
import { type BoundDocument, keyOf } from '../../render/bind-document.ts';
import { shownPhoto } from '../../render/sheet.ts';
import { frameOf, inPieces, type Matter, type Page, pagesOf, printing, titleOf } from './matter.ts';
import type { Entrant } from './roll.ts';

/** A face of 22 × 28 mm, the size of a stamp, is still known at a glance. */
const PHOTOS_A_PAGE = 30;
const PAGES_A_PART = 5;

/** Everybody's photo with name, application ID and exam type. */
export async function photoRoll(matter: Matter): Promise<BoundDocument> {
  const pages = pagesOf(matter.entrants, PHOTOS_A_PAGE);

  const textOf = ({ wanted }: Entrant) => ({
    name: asGiven(wanted.edition.snapshot.name).te,
    application_id: wanted.application_id,
    type: examType(wanted.edition.snapshot.exam_type, matter.facts),
  });
  const textsOf = (page: Page) => ({
    ...frameOf(matter, page, pages.length),
    people: page.entrants.map(textOf),
  });
  const sheetOf = async (page: Page) => {
    const photos = await matter.tickets.photosOf(page.entrants.map(({ mark }) => mark));
    const { people, ...frame } = textsOf(page);
    return {
      ...frame,
      people: people.map((person, place) => ({ ...person, photo: shownPhoto(photos[place]) })),
    };
  };
  const tokensOn = ({ entrants }: Page) => entrants.map(({ mark }) => mark.token);
  const printed = await printing(matter.press, 'photo-roll');
  const partOf = (some: readonly Page[]) =>
    printed({
      key: keyOf(some.map(textsOf), some.map(tokensOn)),
      sheets: some.length,
      contents: () => Promise.all(some.map(sheetOf)),
    });

  return {
    title: titleOf(matter, label('ఫోటోల పట్టిక', 'Photo roll')),
    parts: inPieces(pages, PAGES_A_PART).map(partOf),
  };
}
