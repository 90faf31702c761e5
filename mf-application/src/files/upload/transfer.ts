import { routes } from '@archaka/contracts/calls';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import type { FileFieldName } from '../../form/form-values.ts';

/** Result of a run: all bytes are sent, the server rejected them, or the connection broke. */
export type RunResult =
  | { readonly url: string; readonly body: string }
  | { readonly response: HttpResponse }
  | { readonly broken: true };

interface TransferOptions {
  field: FileFieldName;
  file: Blob;
  onBytes: (sent: number) => void;
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

/** Otherwise a rejection of the offset request would restart the upload. */
function throwIfRejected(_request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (status >= 400 && status < 500 && !TOLERATED_STATUSES.includes(status))
    throw new UploadRejected(response);
}

/** Uploads a file by tus 1.0 in small chunks: each run resumes the previous one. */
export function createTransfer({ field, file, onBytes }: TransferOptions) {
  const upload = new Upload(file, {
    endpoint: routes.beginUpload.path,
    metadata: { kind: field },
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onAfterResponse: throwIfRejected,
  });

  return {
    run: (): Promise<RunResult> => runUpload(upload, onBytes),
    /** Ends it and deletes the received bytes from the server. */
    cancel: (): void => void upload.abort(true).catch(() => undefined),
  };
}

function runUpload(upload: Upload, onBytes: TransferOptions['onBytes']): Promise<RunResult> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const finish = (result: RunResult) => {
      clearTimeout(timer);
      window.removeEventListener('online', abortRun);
      resolve(result);
    };
    // Progress over an earlier connection must not be reported again.
    const abortRun = () => {
      void upload.abort();
      finish({ broken: true });
    };
    const restartStallTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(abortRun, STALL_TIMEOUT_MS);
    };
    Object.assign(upload.options, {
      onProgress: (sent: number) => {
        restartStallTimer();
        onBytes(sent);
      },
      onSuccess: ({ lastResponse }: { lastResponse: HttpResponse }) =>
        finish({ url: upload.url ?? '', body: lastResponse.getBody() }),
      onError: (error: Error) => finish(toRunResult(error)),
    });
    window.addEventListener('online', abortRun);
    restartStallTimer();
    upload.start();
  });
}

function toRunResult(error: Error): RunResult {
  const cause = error instanceof DetailedError ? error.causingError : null;
  return cause instanceof UploadRejected ? { response: cause.response } : { broken: true };
}
