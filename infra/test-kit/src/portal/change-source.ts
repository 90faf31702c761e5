import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * The file is replaced as a whole: on a busy machine whoever watches it would build what a plain write leaves for a
 * moment, an empty file.
 * @throws when `from` does not stand in the file, or stands there more than once
 */
export async function changeSource(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${file}`);
  const temporaryFile = `${file}.changed`;
  await writeFile(
    temporaryFile,
    text.replace(from, () => to),
  );
  await rename(temporaryFile, file);
}
