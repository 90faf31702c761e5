import './xhr-over-fetch.ts';

export interface UploadedFile {
  readonly kind: string;
  readonly bytes: number;
}

interface Upload {
  readonly metadata: Readonly<Record<string, string>>;
  readonly length: number;
  offset: number;
}

const decodeBase64 = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));

const parseMetadata = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .split(',')
      .map((pair) => pair.split(' ').map((part, at) => (at === 0 ? part : decodeBase64(part)))),
  );

type Finish = (file: UploadedFile) => Promise<Response>;

/** Accepts resumable uploads; `finish` answers the last bytes of each. */
export function fakeUploads() {
  const uploads: Upload[] = [];

  function createUpload(headers: Headers): Response {
    const upload = { metadata: parseMetadata(headers.get('upload-metadata') ?? ''), offset: 0 };
    uploads.push({ ...upload, length: Number(headers.get('upload-length')) });
    return new Response(null, { status: 201, headers: { location: `/api/uploads/${uploads.length - 1}` } });
  }

  async function appendChunk(upload: Upload, body: Blob, finish: Finish): Promise<Response> {
    const offset = upload.offset + body.size;
    const headers = { 'upload-offset': String(offset) };
    const { kind = '' } = upload.metadata;
    const isComplete = offset === upload.length;
    const response = await (isComplete ? finish({ kind, bytes: offset }) : new Response());
    if (response.status !== 401) upload.offset = offset;
    return new Response(await response.text(), {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
    });
  }

  const offsetResponse = ({ offset, length }: Upload) =>
    new Response(null, { headers: { 'upload-offset': String(offset), 'upload-length': String(length) } });

  /** @returns nothing for other requests */
  return (
    path: string,
    { method, headers, body }: RequestInit,
    finish: Finish,
  ): Promise<Response> | undefined => {
    const id = /^uploads(?:\/(\d+))?$/.exec(path);
    if (!id) return undefined;
    if (method === 'POST') return Promise.resolve(createUpload(new Headers(headers)));
    const upload = uploads[Number(id[1])];
    if (upload && method === 'PATCH') return appendChunk(upload, body as Blob, finish);
    if (upload && method === 'HEAD') return Promise.resolve(offsetResponse(upload));
    return Promise.resolve(new Response(null, { status: 204 }));
  };
}
