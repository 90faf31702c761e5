import { writeFile } from 'node:fs/promises';
import type { Examination } from '@archaka/contracts';
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
  readonly candidates: readonly Candidate[];
}

export const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

export const toPages = (candidates: readonly Candidate[], size: number): ListPage[] =>
  chunk(candidates, size).map((piece, index) => ({ number: index + 1, candidates: piece }));

export const toDocumentTitle = (
  { examination, centre }: PackData,
  { te, en }: Required<LocalizedText>,
): string => `${examination.name_te} · ${examination.name} · ${centre.name_te} ${centre.name} · ${te} ${en}`;

export const toFrame = ({ examination, centre }: PackData, { number }: ListPage, pages: number) => ({
  examination: toLabel(`${examination.name_te} ·`, examination.name),
  centre: toLabel(centre.name_te, centre.name),
  page: toLabel(`పేజీ ${number} / ${pages} ·`, `Page ${number} of ${pages}`),
});

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
