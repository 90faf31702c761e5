import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

export type UnusableReason =
  | 'wrong-type'
  | 'broken'
  | 'too-complex'
  | 'too-large'
  | 'too-small'
  | 'too-many-pixels'
  | 'locked'
  | 'too-many-pages'
  | 'page-size'
  | 'font-missing'
  | 'picture-missing';

/** A fault of the file, not of the program. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason) {
    super(reason);
    this.reason = reason;
  }
}

export type DecoderResponse<Result> = { readonly result: Result } | { readonly unusable: UnusableReason };

/** Of processes in a container without memory, the kernel ends this one before the service. */
function offerToKernel(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux.
  }
}

/** Errors of the libraries stem from the file. */
async function respond<Job, Result>(
  decode: (job: Job) => Promise<Result>,
  job: Job,
): Promise<DecoderResponse<Result>> {
  try {
    return { result: await decode(job) };
  } catch (error) {
    return { unusable: error instanceof UnusableFile ? error.reason : 'broken' };
  }
}

/** Bytes more than at the start from which a process collects its garbage. Collecting takes a fifth of a scan's time. */
const MAX_GARBAGE = 48 * 1024 * 1024;

interface DecoderOptions {
  /** V8 does not know how much memory of WebAssembly its garbage holds. */
  readonly usesWebAssembly?: boolean;
}

/** Runs in the decoder's process. It ends with the service. */
export function serveDecoder<Job, Result>(
  decode: (job: Job) => Promise<Result>,
  { usesWebAssembly = false }: DecoderOptions = {},
): void {
  offerToKernel();
  // The libraries' warnings quote the file.
  console.warn = () => undefined;
  const idleMemory = process.memoryUsage.rss();
  process.on('message', async (job: Job) => {
    const response = await respond(decode, job);
    if (usesWebAssembly) {
      // The instance is garbage from the next turn on.
      await setImmediate();
      if (process.memoryUsage.rss() - idleMemory > MAX_GARBAGE) globalThis.gc?.();
    }
    process.send?.(response);
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
