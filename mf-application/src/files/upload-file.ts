import { routes, type StoredFile } from '@archaka/contracts/calls';
import { errorOf, type PortalError, portalFetch, sendNotice } from '@archaka/platform';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import type { FileFieldName } from '../form/form-values.ts';
import { problems } from './problems.ts';
import { createBackoff, onSignedIn, type RetryTrigger, waitForTrigger, whenOnlineOrAfter } from './retry.ts';

/** The stored file, or why there is none; `error` after a rejection by the server. */
export type UploadResult =
  | { readonly document: StoredFile }
  | { readonly problem: string; readonly error?: PortalError };

/** Progress of a file in bytes, and what it waits for; `retryNow` retries at once. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly waiting?: { readonly for: 'line' | 'sign-in'; readonly retryNow: () => void } | undefined;
}

interface UploadOptions {
  field: FileFieldName;
  file: Blob;
  name: string;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/**
 * Uploads over a connection that may break any number of times, as long as there is progress in between; after
 * the session has expired, it continues when the applicant has signed in again in place.
 * @throws when `signal` aborts
 */
export async function uploadFile({
  field,
  file,
  name,
  signal,
  onProgress,
}: UploadOptions): Promise<UploadResult> {
  let sent = 0;
  let furthest = 0;
  const reportProgress = (waiting?: UploadProgress['waiting']) =>
    onProgress({ sent, total: file.size, waiting });
  const onBytes = (bytes: number) => {
    sent = bytes;
    reportProgress();
  };
  const wait = async (reason: 'line' | 'sign-in', ...triggers: readonly RetryTrigger[]) => {
    const onRetryNow: RetryTrigger = (retryNow) => {
      reportProgress({ for: reason, retryNow });
      return () => reportProgress();
    };
    await waitForTrigger(signal, onRetryNow, ...triggers);
    signal.throwIfAborted();
  };

  const upload = createUpload(field, file, name);
  /** Deletes the received bytes from the server too. */
  const cancel = () => void upload.abort(true).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    for (const backoff = createBackoff(); ; ) {
      const { document, error } = await runUpload(upload, onBytes);
      signal.throwIfAborted();
      if (document) return { document };
      if (error?.kind === 'signed-out') {
        sendNotice('sign-in-needed', undefined);
        await wait('sign-in', onSignedIn);
        continue;
      }
      if (error) return { problem: toUploadProblem(error, field), error };
      if (sent > furthest) backoff.reset();
      furthest = Math.max(furthest, sent);
      const delay = backoff.next();
      if (delay === undefined) return { problem: problems.notSent };
      await wait('line', ...whenOnlineOrAfter(delay));
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function toUploadProblem(error: PortalError, field: FileFieldName): string {
  switch (error.kind) {
    case 'invalid':
      return error.title;
    case 'wrong-type':
      return error.title || (field === 'image' ? problems.notAPhoto : problems.pdfOnly);
    case 'too-large':
      return problems.tooLarge;
    case 'too-many':
      return problems.tooMany;
    default:
      return problems.notSent;
  }
}

const CHUNK_BYTES = 128 * 1024;
/** A connection without progress for this long counts as broken; a chunk on the slowest line is faster. */
const STALL_TIMEOUT_MS = 60_000;
/** No such upload (any more), one that is being written, or another offset: tus handles these itself. */
const TOLERATED_STATUSES: readonly number[] = [404, 409, 410, 423];

class UploadRejected extends Error {
  override readonly name = 'UploadRejected';
  readonly response: HttpResponse;
  constructor(response: HttpResponse) {
    super(`The upload was answered with ${response.getStatus()}`);
    this.response = response;
  }
}

/** A tus 1.0 upload in small chunks: each run resumes the previous one. */
const createUpload = (field: FileFieldName, file: Blob, name: string): Upload =>
  new Upload(file, {
    endpoint: routes.beginUpload.path,
    metadata: { kind: field, filename: name },
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    // Otherwise a rejection of the offset request would restart the upload.
    onAfterResponse(_request: HttpRequest, response: HttpResponse) {
      const status = response.getStatus();
      if (status >= 400 && status < 500 && !TOLERATED_STATUSES.includes(status))
        throw new UploadRejected(response);
    },
  });

/** Empty after a broken connection. */
interface RunResult {
  readonly document?: StoredFile;
  readonly error?: PortalError;
}

async function runUpload(upload: Upload, onBytes: (sent: number) => void): Promise<RunResult> {
  let body: string;
  try {
    body = await sendBytes(upload, onBytes);
  } catch (error) {
    const cause = error instanceof DetailedError ? error.causingError : null;
    return cause instanceof UploadRejected ? { error: await errorOf(toResponse(cause.response)) } : {};
  }
  // The response to the last bytes may be lost with the connection; it can be requested again.
  body ||= (await (await portalFetch(upload.url ?? '')).data?.text().catch(() => '')) ?? '';
  if (!body) return {};
  const { document_id, filetype } = JSON.parse(body) as StoredFile;
  return { document: { document_id, filetype } };
}

/** @returns the last response's body. @throws when the server rejected the upload, or the connection broke */
function sendBytes(upload: Upload, onBytes: (sent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', abort);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    // Progress over an earlier connection must not be reported again.
    const abort = () => {
      void upload.abort();
      fail(new Error('The connection is broken'));
    };
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALL_TIMEOUT_MS);
    };
    Object.assign(upload.options, {
      onProgress(sent: number) {
        restartTimer();
        onBytes(sent);
      },
      onSuccess({ lastResponse }: { lastResponse: HttpResponse }) {
        end();
        resolve(lastResponse.getBody());
      },
      onError: fail,
    });
    window.addEventListener('online', abort);
    restartTimer();
    upload.start();
  });
}

const toResponse = (uploadResponse: HttpResponse): Response =>
  new Response(uploadResponse.getBody(), {
    status: uploadResponse.getStatus(),
    headers: { 'retry-after': uploadResponse.getHeader('Retry-After') ?? '' },
  });
