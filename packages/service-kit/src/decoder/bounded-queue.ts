import { dependencyUnavailable, tooMany } from '../errors.ts';

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
