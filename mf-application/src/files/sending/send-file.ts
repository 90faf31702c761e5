import type { StoredFile } from '@archaka/contracts';
import { errorOf, type PortalError, portalFetch, sendNotice } from '@archaka/platform';
import type { HttpResponse } from 'tus-js-client';
import type { FileFieldName } from '../../form/form-values.ts';
import { problems } from '../problems.ts';
import { problemOf } from './problem-of.ts';
import type { Progress, SentFile } from './sent-file.ts';
import { createTransfer, type RunEnd } from './transfer.ts';
import { type Cause, createBackoff, lineMayBeBack, signedInAgain, waitFor } from './waits.ts';

interface Order {
  field: FileFieldName;
  file: Blob;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Sends a file over a line that may break as often as it likes, as long as it gets on in between; a session
 * that ran out is begun anew in place. Throws when `signal` says to stop.
 */
export async function sendFile(order: Order): Promise<SentFile> {
  const { field, file, signal, onProgress } = order;
  let sent = 0;
  const show = (waiting?: Progress['waiting']) => onProgress({ sent, total: file.size, waiting });
  const onBytes = (bytes: number) => {
    sent = bytes;
    show();
  };
  const transfer = createTransfer({ field, file, onBytes });
  signal.addEventListener('abort', transfer.cancel);
  try {
    return await keepTrying({ field, signal, run: transfer.run, show, sent: () => sent });
  } finally {
    signal.removeEventListener('abort', transfer.cancel);
  }
}

interface Try extends Pick<Order, 'field' | 'signal'> {
  run: () => Promise<RunEnd>;
  show: (waiting?: Progress['waiting']) => void;
  sent: () => number;
}

async function keepTrying({ field, signal, run, show, sent }: Try): Promise<SentFile> {
  let furthest = 0;
  const backoff = createBackoff();
  const waitingFor =
    (what: 'line' | 'sign-in'): Cause =>
    (goOn) => {
      show({ for: what, goOn });
      return () => show();
    };

  for (;;) {
    const { document, error } = await documentOf(await run());
    signal.throwIfAborted();
    if (document) return { document };
    if (error?.kind === 'signed-out') {
      sendNotice('sign-in-needed', undefined);
      await waitFor(signal, waitingFor('sign-in'), signedInAgain);
    } else if (error) {
      return { problem: problemOf(error, field), error };
    } else {
      if (sent() > furthest) backoff.reset();
      furthest = Math.max(furthest, sent());
      const wait = backoff.next();
      if (wait === undefined) return { problem: problems.notSent };
      await waitFor(signal, waitingFor('line'), ...lineMayBeBack(wait));
    }
    signal.throwIfAborted();
  }
}

/** What became of a run; nothing where the line broke. */
type Outcome = { readonly document?: StoredFile; readonly error?: PortalError };

async function documentOf(end: RunEnd): Promise<Outcome> {
  if ('broken' in end) return {};
  if ('refusal' in end) return { error: await errorOf(asResponse(end.refusal)) };
  // The answer to the last bytes may have been lost with the line; it can be asked for again.
  const text = end.answer || (await (await portalFetch(end.address)).data?.text().catch(() => undefined));
  if (!text) return {};
  const { document_id, filetype } = JSON.parse(text) as StoredFile;
  return { document: { document_id, filetype } };
}

const asResponse = (answer: HttpResponse): Response =>
  new Response(answer.getBody(), {
    status: answer.getStatus(),
    headers: { 'retry-after': answer.getHeader('Retry-After') ?? '' },
  });
