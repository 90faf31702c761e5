import { fileName, findMediaType } from '@archaka/slice-store';
import type { Request, Response } from 'express';

/** The builds store compressed copies of these. */
const compressible = /\.(js|css|svg)$/;
const encodings = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
];

interface ImmutableFile {
  readonly name: string;
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/** Sends the best stored encoding. @returns false when there is no such file */
export async function sendImmutableFile(
  request: Request,
  response: Response,
  file: ImmutableFile,
): Promise<boolean> {
  const type = findMediaType(file.name);
  if (!type || !fileName.test(file.name)) return false;
  const found = await findBestEncoding(request, file);
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

async function findBestEncoding(request: Request, { name, read }: ImmutableFile) {
  const candidates = compressible.test(name) ? encodings : [];
  for (const { encoding, extension } of candidates.filter((candidate) =>
    request.acceptsEncodings(candidate.encoding),
  )) {
    const content = await read(name + extension);
    if (content) return { content, encoding };
  }
  const content = await read(name);
  return content && { content, encoding: '' };
}
