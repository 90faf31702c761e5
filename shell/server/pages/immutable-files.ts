import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};
const fileName = /^[\w@][\w@.-]*$/;
const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

/**
 * Sends a file whose name changes with its content, in the best encoding there is beside it.
 * @returns false when there is no such file
 */
export async function sendImmutable(
  request: Request,
  response: Response,
  folder: string,
  name: string,
): Promise<boolean> {
  const type = types[path.extname(name)];
  if (!type || !fileName.test(name)) return false;
  const plain = path.join(folder, name);
  if (!(await exists(plain))) return false;

  const wanted = copies.filter(({ encoding }) => request.acceptsEncodings(encoding));
  let chosen = { file: plain, encoding: '' };
  for (const { encoding, ending } of wanted) {
    if (await exists(plain + ending)) {
      chosen = { file: plain + ending, encoding };
      break;
    }
  }
  response.set({
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  });
  if (chosen.encoding) response.set('Content-Encoding', chosen.encoding);
  // Below a root, so that a folder above it may have a name with a dot, as `.data` has.
  response.sendFile(path.basename(chosen.file), { root: folder, cacheControl: false, acceptRanges: false });
  return true;
}

const exists = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
