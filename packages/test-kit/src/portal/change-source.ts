import { readFile, writeFile } from 'node:fs/promises';

/** @throws when `from` does not stand in the file, or stands there more than once */
export async function changeSource(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${file}`);
  await writeFile(
    file,
    text.replace(from, () => to),
  );
}
