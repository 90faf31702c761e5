import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { isNotModified } from '@archaka/service-kit/server';
import type { Request, Response } from 'express';

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

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
  response.set({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  if (isNotModified(request, etag)) {
    response.status(304).end();
  } else if (request.acceptsEncodings('br') === 'br') {
    response.set('Content-Encoding', 'br').end(await compressed());
  } else {
    response.end(body);
  }
}
