import { fileName, mediaTypeOf } from '@archaka/slice-store';
import type { Request, Response } from 'express';

/** The builds put compressed copies beside these. */
const compressed = /\.(js|css|svg)$/;
const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

interface ImmutableFile {
  readonly name: string;
  /** Gives the content of a file beside it, or undefined. */
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/**
 * Sends a file whose name changes with its content, in the best encoding there is beside it.
 * @returns false when there is no such file
 */
export async function sendImmutable(
  request: Request,
  response: Response,
  file: ImmutableFile,
): Promise<boolean> {
  const type = mediaTypeOf(file.name);
  if (!type || !fileName.test(file.name)) return false;
  const found = await bestOf(request, file);
  if (!found) return false;
  response.set({
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  });
  if (found.encoding) response.set('Content-Encoding', found.encoding);
  response.send(found.content);
  return true;
}

async function bestOf(request: Request, { name, read }: ImmutableFile) {
  const wanted = compressed.test(name) ? copies : [];
  for (const { encoding, ending } of wanted.filter((copy) => request.acceptsEncodings(copy.encoding))) {
    const content = await read(name + ending);
    if (content) return { content, encoding };
  }
  const content = await read(name);
  return content && { content, encoding: '' };
}
