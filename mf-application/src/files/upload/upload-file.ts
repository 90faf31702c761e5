import type { StoredFile } from '@archaka/contracts/calls';
import { errorOf, type PortalError, portalFetch, sendNotice } from '@archaka/platform';
import type { HttpResponse } from 'tus-js-client';
import type { FileFieldName } from '../../form/form-values.ts';
import { problems } from '../problems.ts';
import {
  createBackoff,
  onSignedIn,
  type RetryTrigger,
  waitForTrigger,
  whenOnlineOrAfter,
} from './retry-triggers.ts';
import { createTransfer, type RunResult } from './transfer.ts';
import type { UploadProgress, UploadResult } from './upload-result.ts';

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

interface UploadOptions {
  field: FileFieldName;
  file: Blob;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/**
 * Uploads over a connection that may break any number of times, as long as there is progress in between; after
 * the session has expired, it continues when the applicant has signed in again in place.
 * @throws when `signal` aborts
 */
export async function uploadFile(options: UploadOptions): Promise<UploadResult> {
  const { field, file, signal, onProgress } = options;
  let sent = 0;
  const reportProgress = (waiting?: UploadProgress['waiting']) =>
    onProgress({ sent, total: file.size, waiting });
  const onBytes = (bytes: number) => {
    sent = bytes;
    reportProgress();
  };
  const transfer = createTransfer({ field, file, onBytes });
  signal.addEventListener('abort', transfer.cancel);
  try {
    return await uploadWithRetry({ field, signal, run: transfer.run, reportProgress, sent: () => sent });
  } finally {
    signal.removeEventListener('abort', transfer.cancel);
  }
}

interface RetryOptions extends Pick<UploadOptions, 'field' | 'signal'> {
  run: () => Promise<RunResult>;
  reportProgress: (waiting?: UploadProgress['waiting']) => void;
  sent: () => number;
}

async function uploadWithRetry({
  field,
  signal,
  run,
  reportProgress,
  sent,
}: RetryOptions): Promise<UploadResult> {
  let furthest = 0;
  const backoff = createBackoff();
  const createWaitTrigger =
    (reason: 'line' | 'sign-in'): RetryTrigger =>
    (retryNow) => {
      reportProgress({ for: reason, retryNow });
      return () => reportProgress();
    };

  for (;;) {
    const { document, error } = await toOutcome(await run());
    signal.throwIfAborted();
    if (document) return { document };
    if (error?.kind === 'signed-out') {
      sendNotice('sign-in-needed', undefined);
      await waitForTrigger(signal, createWaitTrigger('sign-in'), onSignedIn);
    } else if (error) {
      return { problem: toUploadProblem(error, field), error };
    } else {
      if (sent() > furthest) backoff.reset();
      furthest = Math.max(furthest, sent());
      const delay = backoff.next();
      if (delay === undefined) return { problem: problems.notSent };
      await waitForTrigger(signal, createWaitTrigger('line'), ...whenOnlineOrAfter(delay));
    }
    signal.throwIfAborted();
  }
}

/** The result of a run; undefined after a broken connection. */
type UploadOutcome = { readonly document?: StoredFile; readonly error?: PortalError };

async function toOutcome(end: RunResult): Promise<UploadOutcome> {
  if ('broken' in end) return {};
  if ('response' in end) return { error: await errorOf(toResponse(end.response)) };
  // The response to the last bytes may be lost with the connection; it can be requested again.
  const text = end.body || (await (await portalFetch(end.url)).data?.text().catch(() => undefined));
  if (!text) return {};
  const { document_id, filetype } = JSON.parse(text) as StoredFile;
  return { document: { document_id, filetype } };
}

const toResponse = (uploadResponse: HttpResponse): Response =>
  new Response(uploadResponse.getBody(), {
    status: uploadResponse.getStatus(),
    headers: { 'retry-after': uploadResponse.getHeader('Retry-After') ?? '' },
  });
