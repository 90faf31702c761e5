import { BoundedQueue } from './bounded-queue.ts';
import { type DecoderLimits, DecoderProcess, defaultLimits } from './decoder-process.ts';

interface DecoderPoolOptions {
  /** The program of the process, which calls `serveDecoder`. */
  readonly entry: URL;
  readonly processes: number;
  readonly limits?: DecoderLimits;
}

const MAX_WAITING = { perOwner: 4, total: 32 };

/** Decodes bytes of strangers in processes of limited time and memory, which have no secrets and may be killed. */
export class DecoderPool<Job extends object> {
  readonly #processes: readonly DecoderProcess<Job>[];
  readonly #queue: BoundedQueue<DecoderProcess<Job>>;

  constructor({ entry, processes, limits = defaultLimits }: DecoderPoolOptions) {
    this.#processes = Array.from({ length: processes }, () => new DecoderProcess<Job>(entry, limits));
    this.#queue = new BoundedQueue({ workers: this.#processes, maxWaiting: MAX_WAITING });
  }

  /** @throws UnusableFile; HttpProblem 429 when too many files of the owner wait, 503 when too many of all. */
  decode(ownerId: string, job: Job): Promise<Buffer> {
    return this.#queue.run(ownerId, (process) => process.decode(job));
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }
}
