import { dependencyUnavailable, tooMany } from '../errors.ts';
import { type DecoderLimits, DecoderProcess, defaultLimits } from './decoder-process.ts';

export type { PictureTarget } from './decode-picture.ts';
export { UnusableFile, type UnusableReason } from './serve-decoder.ts';

interface QueueOptions<Worker> {
  readonly workers: readonly Worker[];
  readonly maxWaiting: { readonly perOwner: number; readonly total: number };
}

const RETRY_AFTER_SECONDS = 5;

export class BoundedQueue<Worker> {
  readonly #idle: Worker[];
  readonly #waiting: { readonly owner: string; readonly start: (worker: Worker) => void }[] = [];
  readonly #most: QueueOptions<Worker>['maxWaiting'];

  constructor({ workers, maxWaiting }: QueueOptions<Worker>) {
    this.#idle = [...workers];
    this.#most = maxWaiting;
  }

  /** @throws HttpProblem 429 when too many tasks of the owner wait, 503 when too many of all. */
  async run<Result>(owner: string, task: (worker: Worker) => Promise<Result>): Promise<Result> {
    const worker = this.#idle.pop() ?? (await this.#wait(owner));
    try {
      return await task(worker);
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start(worker);
      else this.#idle.push(worker);
    }
  }

  #wait(owner: string): Promise<Worker> {
    const { perOwner, total } = this.#most;
    if (this.#waiting.filter((task) => task.owner === owner).length >= perOwner)
      throw tooMany(RETRY_AFTER_SECONDS);
    if (this.#waiting.length >= total) throw dependencyUnavailable('decoders of files');
    return new Promise((start) => this.#waiting.push({ owner, start }));
  }
}

interface DecoderPoolOptions {
  /** The program of the process, which calls `serveDecoder`. */
  readonly entry: URL;
  readonly processes: number;
  readonly limits?: DecoderLimits;
}

const MAX_WAITING = { perOwner: 4, total: 32 };

/** Decodes bytes of strangers in processes of limited time and memory, which have no secrets and may be killed. */
export class DecoderPool<Job extends object, Result = Buffer> {
  readonly #processes: readonly DecoderProcess<Job, Result>[];
  readonly #queue: BoundedQueue<DecoderProcess<Job, Result>>;

  constructor({ entry, processes, limits = defaultLimits }: DecoderPoolOptions) {
    this.#processes = Array.from({ length: processes }, () => new DecoderProcess<Job, Result>(entry, limits));
    this.#queue = new BoundedQueue({ workers: this.#processes, maxWaiting: MAX_WAITING });
  }

  /** @throws UnusableFile; HttpProblem 429 when too many files of the owner wait, 503 when too many of all. */
  decode(ownerId: string, job: Job): Promise<Result> {
    return this.#queue.run(ownerId, (process) => process.decode(job));
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }
}
