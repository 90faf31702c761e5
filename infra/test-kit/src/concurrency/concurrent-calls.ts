import type { CommandGate, WriteCommand } from '../network/command-gate.ts';

/** Sends a prepared call. @returns what its caller sees of the outcome */
export type Send = () => Promise<unknown>;

interface ConcurrentCallsOptions<Person> {
  /** In front of the service's database. */
  readonly gate: CommandGate;
  readonly createPerson: () => Promise<Person>;
  /** Each call is prepared first, so that only the calls themselves meet. */
  readonly writes: Readonly<Record<string, (person: Person) => Promise<Send>>>;
  /** What the service stores about the person; with placeholders for what differs between persons and runs. */
  readonly readState: (person: Person) => Promise<unknown>;
  /** Collections of background work. */
  readonly background: readonly string[];
}

export type CallPair = readonly [string, string];

interface HeldOutcome {
  readonly held: string;
  readonly state: string;
}

interface PairOutcome {
  /** State and outcomes of both calls, for each order. */
  readonly serial: readonly string[];
  /** The same for each write before which the first or the second call was held while the other one ran. */
  readonly concurrent: readonly HeldOutcome[];
}

const describeWrite = (call: string, { name, collection }: WriteCommand): string =>
  `${call} held before its ${name} of ${collection}`;

/**
 * Runs two calls of one person at once and one after the other. One call is held between what it has read and what it
 * writes, at every write that no lock of its own transaction protects yet, while the other one runs to its end.
 */
export class ConcurrentCalls<Person> {
  readonly #options: ConcurrentCallsOptions<Person>;

  constructor(options: ConcurrentCallsOptions<Person>) {
    this.#options = options;
  }

  async run([first, second]: CallPair): Promise<PairOutcome> {
    const pairs: readonly CallPair[] =
      first === second
        ? [[first, first]]
        : [
            [first, second],
            [second, first],
          ];
    const [serial, concurrent]: [string[], HeldOutcome[]] = [[], []];
    for (const pair of pairs) {
      const { state, writes } = await this.#runSerially(pair);
      serial.push(state);
      for (let place = 1; place <= writes; place += 1) {
        const outcome = await this.#runHeld(pair, place);
        if (outcome) concurrent.push(outcome);
      }
    }
    return { serial, concurrent };
  }

  /** The first call is held before its write of this place, from 1. Undefined when it has fewer writes. */
  async #runHeld(pair: CallPair, place: number): Promise<HeldOutcome | undefined> {
    const { person, first, second } = await this.#prepare(pair);
    let seen = 0;
    const held = this.#options.gate.holdNext((command) => {
      seen += Number(this.#mayHold(command));
      return seen === place;
    });
    const firstOutcome = first();
    const reached = await Promise.race([held, firstOutcome.then(() => undefined)]);
    this.#options.gate.cancelHold();
    if (!reached) return undefined;
    const secondOutcome = await second();
    reached.release();
    const state = await this.#describe(person, pair, [await firstOutcome, secondOutcome]);
    return { held: describeWrite(pair[0], reached.command), state };
  }

  /** @returns also before how many writes the first call can be held */
  async #runSerially(pair: CallPair): Promise<{ state: string; writes: number }> {
    const { gate } = this.#options;
    const { person, first, second } = await this.#prepare(pair);
    let writes = 0;
    void gate.holdNext((command) => {
      writes += Number(this.#mayHold(command));
      return false;
    });
    const firstOutcome = await first();
    gate.cancelHold();
    return { state: await this.#describe(person, pair, [firstOutcome, await second()]), writes };
  }

  #mayHold({ name, collection, mayHoldLocks }: WriteCommand): boolean {
    return !mayHoldLocks && name !== 'commitTransaction' && !this.#options.background.includes(collection);
  }

  async #prepare(names: CallPair): Promise<{ person: Person; first: Send; second: Send }> {
    const { createPerson, writes } = this.#options;
    const person = await createPerson();
    const prepare = async (name: string): Promise<Send> => {
      const send = await writes[name]?.(person);
      if (!send) throw new Error(`${name} is no call of this test`);
      return send;
    };
    return { person, first: await prepare(names[0]), second: await prepare(names[1]) };
  }

  async #describe(person: Person, names: CallPair, outcomes: readonly [unknown, unknown]): Promise<string> {
    const byCall = names.map((name, at) => `${name}: ${JSON.stringify(outcomes[at])}`).sort();
    return JSON.stringify({ outcomes: byCall, state: await this.#options.readState(person) }, null, 1);
  }
}
