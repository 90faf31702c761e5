import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface SliceDistOptions {
  readonly name: string;
  /** Content of its one chunk: another content makes another build. */
  readonly code: string;
  readonly calls?: readonly { name: string; digest: string }[];
  readonly platform?: readonly string[];
}

/** Writes a remote's build with an entry and an exposed chunk to `folder`. @returns the folder */
export async function writeSliceDist(
  folder: string,
  { name, code, calls = [], platform = [] }: SliceDistOptions,
): Promise<string> {
  const files = {
    'mf-manifest.json': JSON.stringify({
      name,
      metaData: { remoteEntry: { name: 'remoteEntry.js' } },
      exposes: [{ assets: { js: { sync: ['app.js'] }, css: { sync: [] } } }],
    }),
    'slice.json': JSON.stringify({ name, version: '1.0.0', contracts: '1.0.0', calls, platform }),
    'remoteEntry.js': `/* ${name} */`,
    'app.js': code,
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([file, content]) => writeFile(join(folder, file), content)));
  return folder;
}
