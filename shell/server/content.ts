import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { isNotModified } from '@archaka/service-kit/server';
import { fileName, findMediaType } from '@archaka/slice-store';
import type { Request, Response } from 'express';

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/** Hashed once; compressed when first requested so. */
export interface Content {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly compressed: () => Promise<Buffer>;
}

export function createContent(type: string, body: Buffer): Content {
  let compressed: Promise<Buffer> | undefined;
  return {
    type: `${type}; charset=utf-8`,
    body,
    etag: `"${hash('sha256', body, 'base64url')}"`,
    compressed: () => {
      compressed ??= compress(body, { params });
      return compressed;
    },
  };
}

export async function sendContent(request: Request, response: Response, content: Content): Promise<void> {
  const { type, body, etag, compressed } = content;
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: etag }).vary('Accept-Encoding');
  if (isNotModified(request, etag)) {
    response.status(304).end();
  } else if (request.acceptsEncodings('br') === 'br') {
    response.set('Content-Encoding', 'br').end(await compressed());
  } else {
    response.end(body);
  }
}

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
