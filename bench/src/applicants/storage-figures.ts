import { sum } from '../statistics.ts';
import type { Figure } from '../table.ts';
import type { TestDocuments } from './documents.ts';
import type { StorageUsage } from './storage-usage.ts';

const bytes = (count: number): string => Math.round(count).toLocaleString('en');

/** Bytes and events, which stay in outboxes and inboxes for days. */
export function createStorageFigures(
  storage: ReadonlyMap<string, StorageUsage>,
  documents: TestDocuments,
): Figure[] {
  const collections = [...storage].sort(([, usage], [, other]) => other.data - usage.data);
  const sumAll = (key: keyof StorageUsage) => sum(collections.map(([, usage]) => usage[key]));
  const countDocuments = (collection: string) =>
    sum(collections.filter(([name]) => name.endsWith(`.${collection}`)).map(([, { count }]) => count));
  return [
    {
      name: 'bytes of the files that an applicant uploads',
      measured: `${bytes(documents.photo.length)} photo, ${bytes(documents.scan.length)} paper`,
    },
    ...collections.map(([name, usage]) => ({
      name: `bytes for an applicant in ${name}`,
      measured: `${bytes(usage.data)} in ${usage.count.toFixed(1)} documents, ${bytes(usage.indexes)} in indexes`,
    })),
    {
      name: 'bytes for an applicant in MongoDB',
      measured: `${bytes(sumAll('data'))} in ${sumAll('count').toFixed(1)} documents, ${bytes(sumAll('files'))} in files, ${bytes(sumAll('indexes'))} in indexes`,
    },
    {
      name: 'events of an applicant',
      measured: `${countDocuments('published').toFixed(1)} published, ${countDocuments('inbox').toFixed(1)} handled`,
    },
  ];
}
