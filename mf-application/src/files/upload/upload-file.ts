import type { StoredFile } from '@archaka/contracts';
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
 * Sends a file over a line that may break as often as it likes, as long as it gets on in between; a session
 * that ran out is begun anew in place. Throws when `signal` says to stop.
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

/** What became of a run; nothing where the line broke. */
type UploadOutcome = { readonly document?: StoredFile; readonly error?: PortalError };

async function toOutcome(end: RunResult): Promise<UploadOutcome> {
  if ('broken' in end) return {};
  if ('response' in end) return { error: await errorOf(toResponse(end.response)) };
  // The answer to the last bytes may have been lost with the line; it can be asked for again.
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
