import type { Figure } from '../table.ts';
import type { Papers } from './papers.ts';
import type { Stored } from './stored.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const bytes = (count: number): string => Math.round(count).toLocaleString('en');

/** Bytes and events, which lie in outboxes and inboxes for days. */
export function storedFigures(stored: ReadonlyMap<string, Stored>, papers: Papers): Figure[] {
  const each = [...stored].sort(([, one], [, other]) => other.data - one.data);
  const all = (what: keyof Stored) => sum(each.map(([, one]) => one[what]));
  const countIn = (collection: string) =>
    sum(each.filter(([name]) => name.endsWith(`.${collection}`)).map(([, { count }]) => count));
  return [
    {
      what: 'bytes of the files that an applicant brings',
      measured: `${bytes(papers.photo.length)} photo, ${bytes(papers.scan.length)} paper`,
    },
    ...each.map(([name, one]) => ({
      what: `bytes for an applicant in ${name}`,
      measured: `${bytes(one.data)} in ${one.count.toFixed(1)} documents, ${bytes(one.indexes)} in indexes`,
    })),
    {
      what: 'bytes for an applicant in MongoDB',
      measured: `${bytes(all('data'))} in ${all('count').toFixed(1)} documents, ${bytes(all('files'))} in files, ${bytes(all('indexes'))} in indexes`,
    },
    {
      what: 'events of an applicant',
      measured: `${countIn('published').toFixed(1)} published, ${countIn('inbox').toFixed(1)} taken`,
    },
  ];
}
