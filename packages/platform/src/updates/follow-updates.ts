import { browserExtras } from '../device/browser-extras.ts';
import { sendNotice } from '../notices/notices.ts';

const UPDATES_PATH = '/api/updates';

/** Tolerates unknown shapes: a page must outlive new service versions. */
function parseIds(data: string): { application_id?: string; order_id?: string } {
  try {
    const { application_id, order_id } = JSON.parse(data) as Record<string, unknown>;
    return {
      ...(typeof application_id === 'string' && { application_id }),
      ...(typeof order_id === 'string' && { order_id }),
    };
  } catch {
    return {};
  }
}

function openStream(): EventSource {
  const stream = new EventSource(UPDATES_PATH);
  stream.addEventListener('open', () => sendNotice('updates-connected', undefined));
  stream.addEventListener('payment', ({ data }: MessageEvent<string>) =>
    sendNotice('payment-changed', parseIds(data)),
  );
  stream.addEventListener('ticket', ({ data }: MessageEvent<string>) =>
    sendNotice('ticket-changed', parseIds(data)),
  );
  stream.addEventListener('decision', ({ data }: MessageEvent<string>) =>
    sendNotice('application-changed', parseIds(data)),
  );
  return stream;
}

/** One of all tabs holds the stream and notifies the others; without locks each tab has its own. @returns stops */
export function followUpdates(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const stream = () => streamUntilAborted(signal);
  const locks = browserExtras.locks();
  if (!locks) void stream();
  else locks.request('archaka-updates', { signal }, stream).catch(() => signal.aborted || void stream());
  return () => controller.abort();
}

/** A browser gives up after an error response. This stream reconnects with growing delays. */
function streamUntilAborted(signal: AbortSignal): Promise<void> {
  let delayMs = 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream = open();

  function open(): EventSource {
    const opened = openStream();
    opened.addEventListener('open', () => {
      delayMs = 1000;
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || signal.aborted) return;
      timer = setTimeout(() => {
        stream = open();
      }, delayMs);
      delayMs = Math.min(delayMs * 2, 30_000);
    });
    return opened;
  }

  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      stream.close();
      resolve();
    });
  });
}
