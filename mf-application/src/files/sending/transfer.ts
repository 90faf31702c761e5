import { routes } from '@archaka/contracts';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import type { FileFieldName } from '../../form/form-values.ts';

/** How a run ended: all bytes are there, the server refused them, or the line broke. */
export type RunEnd =
  | { readonly address: string; readonly answer: string }
  | { readonly refusal: HttpResponse }
  | { readonly broken: true };

interface TransferOptions {
  field: FileFieldName;
  file: Blob;
  /** Bytes that have gone up. */
  onBytes: (sent: number) => void;
}

const CHUNK_BYTES = 128 * 1024;
/** A line that takes nothing for so long is taken for broken; a chunk over the slowest line is quicker. */
const STANDSTILL_MS = 60_000;
/** The upload is not there (any more), is being written still, or stands elsewhere: tus goes on from these itself. */
const passing: readonly number[] = [404, 409, 410, 423];

class Refused extends Error {
  override readonly name = 'Refused';
  readonly response: HttpResponse;
  constructor(response: HttpResponse) {
    super(`The upload was answered with ${response.getStatus()}`);
    this.response = response;
  }
}

/** Else a refusal while it asks how far it got would begin the upload anew. */
function stopWhenRefused(_request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (status >= 400 && status < 500 && !passing.includes(status)) throw new Refused(response);
}

/** A file on its way by tus 1.0 in small chunks: each run goes on where the last one ended. */
export function createTransfer({ field, file, onBytes }: TransferOptions) {
  const upload = new Upload(file, {
    endpoint: routes.beginUpload.path,
    metadata: { kind: field },
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onAfterResponse: stopWhenRefused,
  });

  return {
    run: (): Promise<RunEnd> =>
      new Promise((settle) => {
        let timer: ReturnType<typeof setTimeout>;
        const end = (how: RunEnd) => {
          clearTimeout(timer);
          window.removeEventListener('online', breakOff);
          settle(how);
        };
        // What went up over the line that was there before does not come back.
        const breakOff = () => {
          void upload.abort();
          end({ broken: true });
        };
        const watch = () => {
          clearTimeout(timer);
          timer = setTimeout(breakOff, STANDSTILL_MS);
        };
        Object.assign(upload.options, {
          onProgress: (sent: number) => {
            watch();
            onBytes(sent);
          },
          onSuccess: ({ lastResponse }: { lastResponse: HttpResponse }) =>
            end({ address: upload.url ?? '', answer: lastResponse.getBody() }),
          onError: (error: Error) => end(endOf(error)),
        });
        window.addEventListener('online', breakOff);
        watch();
        upload.start();
      }),
    /** Ends it, and takes from the server what it has got so far. */
    cancel: (): void => void upload.abort(true).catch(() => undefined),
  };
}

function endOf(error: Error): RunEnd {
  const cause = error instanceof DetailedError ? error.causingError : null;
  return cause instanceof Refused ? { refusal: cause.response } : { broken: true };
}
