import { writeFile } from 'node:fs/promises';
import type { Examination } from '@archaka/contracts';
import { label, type Words } from '../../domain/exam-words.ts';
import { keyOf, type PrintedPart } from '../../render/bind-document.ts';
import type { PackPress } from '../../render/pack-press.ts';
import type { TemplateName } from '../../render/template.ts';
import type { Centre } from '../../store/applications.ts';
import type { Tickets } from '../../store/tickets.ts';
import type { Entrant } from './roll.ts';

/** What the documents of a pack are made from. */
export interface Matter {
  readonly facts: Examination;
  readonly centre: Centre;
  readonly entrants: readonly Entrant[];
  readonly tickets: Pick<Tickets, 'photosOf' | 'pdfsOf'>;
  readonly press: PackPress;
}

/** Some of the entrants, on one page of a list. */
export interface Page {
  readonly number: number;
  readonly entrants: readonly Entrant[];
}

export const inPieces = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );

export const pagesOf = (entrants: readonly Entrant[], size: number): Page[] =>
  inPieces(entrants, size).map((piece, place) => ({ number: place + 1, entrants: piece }));

export const titleOf = ({ facts, centre }: Matter, { te, en }: Required<Words>): string =>
  `${facts.name_te} · ${facts.name} · ${centre.name_te} ${centre.name} · ${te} ${en}`;

/** What stands at the head and the foot of a page. */
export const frameOf = ({ facts, centre }: Matter, { number }: Page, pages: number) => ({
  examination: label(`${facts.name_te} ·`, facts.name),
  centre: label(centre.name_te, centre.name),
  page: label(`పేజీ ${number} / ${pages} ·`, `Page ${number} of ${pages}`),
});

interface PrintedSheets {
  /** Stands for what is on them. */
  readonly key: string;
  readonly sheets: number;
  /** Asked for only when they are printed. */
  readonly contents: () => Promise<readonly object[]>;
}

/** Makes parts of a document by printing its template. */
export async function printing(
  press: PackPress,
  template: TemplateName,
): Promise<(part: PrintedSheets) => PrintedPart> {
  const fingerprint = await press.fingerprint(template);
  return ({ key, sheets, contents }) => ({
    key: keyOf(fingerprint, key),
    sheets,
    print: async (file) => writeFile(file, await press.print(template, await contents()), { flush: true }),
  });
}
