import { buildPdf } from '@archaka/test-kit';
import type { TestUser } from './user.ts';

export const MEGABYTE = 1024 * 1024;
export const createPaddedPdf = (bytes: number) =>
  Buffer.concat([buildPdf(), Buffer.alloc(bytes - buildPdf().length, ' ')]);

export const TUS = { 'tus-resumable': '1.0.0' };

interface UploadOptions {
  readonly kind?: string;
  readonly size?: number | string;
  readonly headers?: Record<string, string>;
}

export const beginUpload = (
  user: TestUser,
  { kind = 'birthcertificate', size = buildPdf().length, headers = {} }: UploadOptions = {},
) =>
  user.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': `kind ${Buffer.from(kind).toString('base64')}`,
      ...headers,
    },
  });

export const sendChunk = (user: TestUser, path: string, bytes: Buffer, offset = 0) =>
  user.fetch(path, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });

export const cancelUpload = (user: TestUser, path: string) =>
  user.fetch(path, { method: 'DELETE', headers: TUS });
