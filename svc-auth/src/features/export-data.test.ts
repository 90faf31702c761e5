import type { ServiceClient } from '@archaka/service-kit';
import { describe, expect, test } from '@jest/globals';
import { makeZip } from 'client-zip';
import { type ExportContent, listZipEntries, sources, type ZipEntry } from './export-data.ts';

const FILE_BYTES = 100_000;
const files = Array.from({ length: 50 }, (_, at) => ({ id: `paper-${at}`, filetype: 'pdf' }));
const [application] = sources;
if (!application) throw new Error('there is no source');

/** An applicant with fifty papers, whose services respond by `get`. */
function buildContent(get: ServiceClient['get']): ExportContent {
  const services = { get, call: async () => ({ status: 200, data: [{ audit: [] }] }) } as unknown;
  return {
    userId: 'u1',
    own: { records: { account: [] }, readAudit: async () => [] },
    answers: [{ source: application as never, data: { records: { drafts: [] }, files } }],
    services: services as ServiceClient,
  };
}
const readAll = async (entries: AsyncIterable<ZipEntry>) => {
  const read: ZipEntry[] = [];
  for await (const entry of entries) read.push(entry);
  return read;
};

describe('the entries of a download', () => {
  test('are read one at a time, as the browser consumes them', async () => {
    let reads = 0;
    const content = buildContent(async () => {
      reads += 1;
      return { type: 'application/pdf', content: Buffer.alloc(FILE_BYTES) };
    });
    const reader = makeZip(listZipEntries(content)).getReader();
    let bytes = 0;
    while (bytes < 10 * FILE_BYTES) bytes += (await reader.read()).value?.length ?? 0;
    expect(reads).toBeLessThanOrEqual(12);
    await reader.cancel().catch(() => undefined);
  });

  test('name unreadable entries in the manifest and contain the rest', async () => {
    const content = buildContent(async (_service, path) => {
      if (path.endsWith('paper-7')) throw new Error('gone');
      return { type: 'application/pdf', content: Buffer.from('%PDF') };
    });
    const missingService = { source: sources[1] as never, data: undefined };
    const entries = await readAll(
      listZipEntries({ ...content, answers: [...content.answers, missingService] }),
    );
    const manifest = JSON.parse(String(entries.at(-1)?.input));
    expect(entries.at(-1)?.name).toBe('manifest.json');
    expect(manifest.missing).toEqual([
      { service: 'application', what: 'papers/paper-7.pdf' },
      { service: 'payment', what: 'everything' },
    ]);
    expect(entries.filter(({ name }) => name.startsWith('papers/'))).toHaveLength(49);
  });
});
