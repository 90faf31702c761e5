import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findOrInstallMongod } from '@archaka/engines';

const UNCOMPRESSED = [
  ...['--wiredTigerCollectionBlockCompressor', 'none', '--wiredTigerJournalCompressor', 'none'],
  ...['--wiredTigerIndexPrefixCompression', 'false'],
];

/** A PATH with a mongod that writes files and journal without compression, so that they can be searched. */
export async function createPathWithPlainMongod(): Promise<{ folder: string; path: string }> {
  const mongod = await findOrInstallMongod();
  const folder = await mkdtemp(join(tmpdir(), 'plain-mongod-'));
  const script = `#!/bin/sh\ncase "$*" in *--dbpath*) exec '${mongod}' "$@" ${UNCOMPRESSED.join(' ')};; esac\nexec '${mongod}' "$@"\n`;
  await writeFile(join(folder, 'mongod'), script, { mode: 0o755 });
  return { folder, path: `${folder}${delimiter}${process.env.PATH}` };
}
