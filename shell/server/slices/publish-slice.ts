import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './lock.ts';
import { type Registry, registrySchema, sliceName, sliceRelease } from './release.ts';

interface Publication {
  name: string;
  /** Folder of the built remote. */
  dist: string;
  /** SLICE_STORE. */
  store: string;
}

/**
 * Puts a built remote into the store and makes it the one that runs.
 * The files go under a version made from their content, which is never written twice; the registry changes last.
 * @returns the version
 */
export async function publishSlice({ name, dist, store }: Publication): Promise<string> {
  if (!sliceName.test(name)) throw new Error(`'${name}' is not the name of a slice (mf-…)`);
  const files = (await readdir(dist)).sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(dist, file))));
  const version = versionOf(files, contents);
  await copyOnce(dist, path.join(store, name, version));

  const manifest: unknown = JSON.parse(await readFile(path.join(dist, 'mf-manifest.json'), 'utf8'));
  const integrity = Object.fromEntries(
    files.flatMap((file, at) =>
      file.endsWith('.js') ? [[file, sha384(contents[at] ?? Buffer.alloc(0))]] : [],
    ),
  );
  const entry = `/slices/${name}/${version}/mf-manifest.json`;
  const release = sliceRelease.parse({ version, entry, manifest, integrity });
  await changeRegistry(store, ({ slices }) => ({ slices: { ...slices, [name]: release } }));
  return version;
}

function versionOf(files: string[], contents: Buffer[]): string {
  const hash = createHash('sha256');
  files.forEach((file, at) => {
    hash.update(`${file}\0${contents[at]?.length}\0`).update(contents[at] ?? '');
  });
  return hash.digest('hex').slice(0, 16);
}

const sha384 = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

async function copyOnce(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return;
  const unfinished = `${to}.${process.pid}.new`;
  await mkdir(path.dirname(to), { recursive: true });
  await cp(from, unfinished, { recursive: true });
  await rename(unfinished, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function changeRegistry(store: string, change: (registry: Registry) => Registry): Promise<void> {
  const file = path.join(store, 'registry.json');
  await withLock(`${file}.lock`, async () => {
    const text = await readFile(file, 'utf8').catch(() => '{"slices":{}}');
    const changed = change(registrySchema.parse(JSON.parse(text)));
    await writeFile(`${file}.new`, JSON.stringify(changed, null, 1));
    await rename(`${file}.new`, file);
  });
}

if (import.meta.main) {
  const [name, dist, store] = process.argv.slice(2);
  if (!name || !dist || !store) {
    console.error('Usage: node shell/server/slices/publish-slice.ts <name> <dist folder> <SLICE_STORE>');
    process.exit(2);
  }
  console.log(`${name} ${await publishSlice({ name, dist, store })}`);
}
