import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { computeIntegrity, computeVersion, recordKey } from '../build/slice-build.ts';
import { createFolderStore, type SliceStore } from '../store.ts';

export async function createTestStore(): Promise<{
  store: SliceStore;
  folder: string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slice-store-'));
  return {
    store: createFolderStore(folder),
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function storeBuild(store: SliceStore, name: string, code: string): Promise<string> {
  const record = Buffer.from(
    JSON.stringify({
      facts: { name, version: '1.0.0', contracts: '1.0.0', calls: [], platform: [] },
      manifest: { metaData: { remoteEntry: { name: 'entry.js' } }, exposes: [] },
      files: { 'entry.js': computeIntegrity(Buffer.from(code)) },
    }),
  );
  const version = computeVersion(record);
  await store.put(recordKey(name, version), record);
  return version;
}
