import { partDown, tooMany } from '@archaka/service-kit';

interface QueueOptions<Server> {
  /** Each does one task at a time. */
  readonly servers: readonly Server[];
  /** How many tasks may wait, of one owner and of all. */
  readonly waiting: { readonly ofOne: number; readonly ofAll: number };
}

/** How soon there may be room again; seconds. */
const SOON = 5;

/** Shares servers out among tasks, first come first served, and keeps no more tasks waiting than it is told. */
export class BoundedQueue<Server> {
  readonly #idle: Server[];
  readonly #waiting: { readonly owner: string; readonly start: (server: Server) => void }[] = [];
  readonly #most: QueueOptions<Server>['waiting'];

  constructor({ servers, waiting }: QueueOptions<Server>) {
    this.#idle = [...servers];
    this.#most = waiting;
  }

  /** @throws Refusal 429 when too many tasks of the owner wait, 503 when too many of all. */
  async run<Result>(owner: string, task: (server: Server) => Promise<Result>): Promise<Result> {
    const server = this.#idle.pop() ?? (await this.#wait(owner));
    try {
      return await task(server);
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start(server);
      else this.#idle.push(server);
    }
  }

  #wait(owner: string): Promise<Server> {
    const { ofOne, ofAll } = this.#most;
    if (this.#waiting.filter((task) => task.owner === owner).length >= ofOne) throw tooMany(SOON);
    if (this.#waiting.length >= ofAll) throw partDown('threads for PDFs');
    return new Promise((start) => this.#waiting.push({ owner, start }));
  }
}
