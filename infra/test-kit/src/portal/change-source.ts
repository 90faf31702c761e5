import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * Replaces the file atomically: on a busy machine a watcher would otherwise build the empty file that a plain write
 * leaves for a moment.
 * @throws Error when `from` does not occur in the file exactly once
 */
export async function changeSource(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`'${from}' does not occur exactly once in ${file}`);
  const temporaryFile = `${file}.changed`;
  await writeFile(
    temporaryFile,
    text.replace(from, () => to),
  );
  await rename(temporaryFile, file);
}
