import type { DetailedError } from 'tus-js-client';

interface UploadOptions {
  readonly headers: Record<string, string>;
  readonly kind: string;
  readonly bytes: Buffer;
}

/** Outcome of an upload by the tus client. */
export interface UploadResult {
  /** Path of the upload, also if it failed after its creation. */
  readonly path: string;
  readonly http: number;
  readonly body: Record<string, unknown> | undefined;
}

const parseJson = (text: string | undefined) => (text?.startsWith('{') ? JSON.parse(text) : undefined);

/** Uploads like a browser: resumes half a second after a lost connection, when bytes in flight have arrived. */
export async function uploadResumably(
  origin: string,
  { headers, kind, bytes }: UploadOptions,
): Promise<UploadResult> {
  const { Upload } = await import('tus-js-client');
  return new Promise((resolve, reject) => {
    const getPath = () => (upload.url ? new URL(upload.url).pathname : '');
    const upload = new Upload(bytes, {
      endpoint: `${origin}/api/uploads`,
      headers,
      metadata: { kind },
      retryDelays: Array(16).fill(500),
      onSuccess: ({ lastResponse }) =>
        resolve({ path: getPath(), http: lastResponse.getStatus(), body: parseJson(lastResponse.getBody()) }),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        if (!response) return reject(error);
        resolve({ path: getPath(), http: response.getStatus(), body: parseJson(response.getBody()) });
      },
    });
    upload.start();
  });
}
