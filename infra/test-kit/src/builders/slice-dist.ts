import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface SliceDistOptions {
  readonly name: string;
  /** Content of its one chunk: another one makes another build. */
  readonly code: string;
  readonly calls?: readonly { name: string; digest: string }[];
  readonly platform?: readonly string[];
}

/** A remote's build with an entry and an exposed chunk, as its tools leave it in `folder`; gives the folder. */
export async function writeSliceDist(
  folder: string,
  { name, code, calls = [], platform = [] }: SliceDistOptions,
): Promise<string> {
  const files = {
    'mf-manifest.json': JSON.stringify({
      name,
      metaData: { remoteEntry: { name: 'remoteEntry.js' } },
      exposes: [{ assets: { js: { sync: ['app.js'] } } }],
    }),
    'slice.json': JSON.stringify({ name, version: '1.0.0', contracts: '1.0.0', calls, platform }),
    'remoteEntry.js': `/* ${name} */`,
    'app.js': code,
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([file, content]) => writeFile(join(folder, file), content)));
  return folder;
}
