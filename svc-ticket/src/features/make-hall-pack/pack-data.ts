import { writeFile } from 'node:fs/promises';
import type { Examination } from '@archaka/contracts';
import { findCentreOf } from '../../domain/allotment.ts';
import { type LocalizedText, toLabel } from '../../domain/exam-labels.ts';
import type { Centre } from '../../persistence/application-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import { createCacheKey, type PrintedPart } from '../../render/assemble-document.ts';
import type { PackRenderer } from '../../render/renderer.ts';
import type { TemplateName } from '../../render/template.ts';
import type { Candidate } from './candidate-list.ts';

export interface PackData {
  readonly examination: Examination;
  readonly centre: Centre;
  readonly candidates: readonly Candidate[];
  readonly tickets: Pick<TicketRepository, 'getPhotos' | 'getPdfs'>;
  readonly renderer: PackRenderer;
}

export interface ListPage {
  readonly number: number;
  /** Number of its first candidate, from 1 in each examination centre. */
  readonly first: number;
  readonly candidates: readonly Candidate[];
}

export const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Each examination centre begins a page. */
export const toPages = (candidates: readonly Candidate[], size: number): ListPage[] =>
  [...Map.groupBy(candidates, ({ allotment }) => allotment?.centre).values()]
    .flatMap((group) =>
      chunk(group, size).map((piece, index) => ({ first: index * size + 1, candidates: piece })),
    )
    .map((page, index) => ({ number: index + 1, ...page }));

export const toDocumentTitle = (
  { examination, centre }: PackData,
  { te, en }: Required<LocalizedText>,
): string => `${examination.name_te} · ${examination.name} · ${centre.name_te} ${centre.name} · ${te} ${en}`;

/** The examination centre of a page's candidates, where seats are allotted. */
function findHall({ candidates }: ListPage, examination: Examination): Required<LocalizedText> | undefined {
  const allotment = candidates[0]?.allotment;
  const centre = allotment && findCentreOf(allotment, examination);
  return centre && toLabel(`${centre.code} · ${centre.name_te}`, centre.name);
}

export const toFrame = ({ examination, centre }: PackData, page: ListPage, pages: number) => {
  const hall = findHall(page, examination);
  return {
    examination: toLabel(`${examination.name_te} ·`, examination.name),
    centre: toLabel(centre.name_te, centre.name),
    ...(hall ? { hall } : {}),
    page: toLabel(`పేజీ ${page.number} / ${pages} ·`, `Page ${page.number} of ${pages}`),
  };
};

interface SectionContents {
  /** Cache key of the contents. */
  readonly key: string;
  readonly sheets: number;
  /** Called only for sheets that are not cached. */
  readonly contents: () => Promise<readonly object[]>;
}

export async function createSectionPrinter(
  renderer: PackRenderer,
  template: TemplateName,
): Promise<(part: SectionContents) => PrintedPart> {
  const fingerprint = await renderer.fingerprint(template);
  return ({ key, sheets, contents }) => ({
    key: createCacheKey(fingerprint, key),
    sheets,
    print: async (file) => writeFile(file, await renderer.print(template, await contents()), { flush: true }),
  });
}
