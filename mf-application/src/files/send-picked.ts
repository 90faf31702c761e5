import type { FileFieldName } from '../form/form-values.ts';
import type { MoreOfFile } from './file-at-hand.ts';
import type { Prepared } from './prepare-file.ts';
import { loadPart } from './sending/load-part.ts';
import type { Progress, SentFile } from './sending/sent-file.ts';

interface Picked {
  field: FileFieldName;
  prepared: Promise<Prepared>;
  signal: AbortSignal;
  /** Tells what has become known of the file. */
  show: (more: MoreOfFile) => void;
}

/** How long the sending of a file waits for its picture. */
const MOMENT_MS = 1500;
const moment = () => new Promise((pass) => setTimeout(pass, MOMENT_MS));

/** From the picked file to the stored one, or to what is wrong. Throws when `signal` says to stop. */
export async function sendPicked({ field, prepared, signal, show }: Picked): Promise<SentFile> {
  const ready = await prepared;
  signal.throwIfAborted();
  if ('problem' in ready) return ready;
  const { content, look, photo } = ready;
  show({ content, ...(photo && { photo }) });
  const shown = look.then((picture) => picture && show({ look: picture }));
  await Promise.race([shown, moment()]);
  const { sendFile } = await loadPart(() => import('./sending/send-file.ts'), signal);
  const onProgress = (progress: Progress) => show({ progress });
  return sendFile({ field, file: content, signal, onProgress });
}
