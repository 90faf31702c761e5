import type { Socket } from 'node:net';
import { BSON } from 'mongodb';
import { type Relay, startRelay, toDirectUrl } from './proxy.ts';

/** A command of a service to MongoDB that writes. */
export interface WriteCommand {
  readonly name: 'insert' | 'update' | 'delete' | 'findAndModify' | 'commitTransaction';
  /** `$cmd` for a commit. */
  readonly collection: string;
  /** Its transaction has written already, so it may lock rows. */
  readonly mayHoldLocks: boolean;
}

export interface HeldCommand {
  readonly command: WriteCommand;
  /** Sends it. */
  readonly release: () => void;
}

interface Hold {
  readonly matches: (command: WriteCommand) => boolean;
  readonly onHeld: (held: HeldCommand) => void;
}

const WRITES: readonly string[] = ['insert', 'update', 'delete', 'findAndModify', 'commitTransaction'];

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol */
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const [REQUEST_ID_AT, RESPONSE_TO_AT, OPCODE_AT] = [4, 8, 12];
const SECTIONS_AT = HEADER_BYTES + 4;
const BODY_SECTION = 0;

/** Undefined for a message that is no command. */
function readCommand(message: Buffer): BSON.Document | undefined {
  if (message.readInt32LE(OPCODE_AT) !== OP_MSG) return undefined;
  for (let at = SECTIONS_AT; at < message.length; ) {
    const isBody = message[at] === BODY_SECTION;
    const length = message.readInt32LE(at + 1);
    if (isBody) return BSON.deserialize(message.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return undefined;
}

async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
  let received: Buffer = Buffer.alloc(0);
  for await (const bytes of socket) {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0);
      yield received.subarray(0, length);
      received = received.subarray(length);
    }
  }
}

/**
 * A proxy of MongoDB that holds a chosen command of a service, so that a test runs something else between what the
 * command's sender has read and what it writes. Other connections continue.
 */
export class CommandGate {
  readonly #relay: Relay;
  /** Transactions that have written. */
  readonly #writing = new Set<string>();
  /** By request id. */
  readonly #unanswered = new Set<number>();
  #aborted = 0;
  #hold: Hold | undefined;

  static async start(mongoUrl: string): Promise<CommandGate> {
    const target = toDirectUrl(mongoUrl);
    const relay = await startRelay(target, (client, upstream) => {
      // A connection that breaks ends here too.
      gate.#forward(client, upstream).catch(() => upstream.destroy());
      gate.#return(upstream, client).catch(() => client.destroy());
    });
    const gate = new CommandGate(relay);
    return gate;
  }

  private constructor(relay: Relay) {
    this.#relay = relay;
  }

  /** The address of the database through this proxy. */
  get url(): string {
    return this.#relay.url;
  }

  /** Holds the next write that matches. Replaces an earlier hold that met none. */
  holdNext(matches: (command: WriteCommand) => boolean): Promise<HeldCommand> {
    return new Promise((resolve) => {
      this.#hold = { matches, onHeld: resolve };
    });
  }

  /** Ends a hold that met no command. */
  cancelHold(): void {
    this.#hold = undefined;
  }

  /** Requests of writes that the database has not answered, as they wait for a lock. Without the held one. */
  listUnanswered(): readonly number[] {
    return [...this.#unanswered];
  }

  /** Of transactions, also those that a lock of another one aborted. */
  countAborted(): number {
    return this.#aborted;
  }

  stop(): Promise<void> {
    return this.#relay.close();
  }

  async #forward(client: Socket, upstream: Socket): Promise<void> {
    for await (const message of readMessages(client)) {
      const command = this.#findWrite(message);
      if (command) await this.#pass(command);
      if (command) this.#unanswered.add(message.readInt32LE(REQUEST_ID_AT));
      upstream.write(message);
    }
    upstream.end();
  }

  async #return(upstream: Socket, client: Socket): Promise<void> {
    for await (const message of readMessages(upstream)) {
      this.#unanswered.delete(message.readInt32LE(RESPONSE_TO_AT));
      client.write(message);
    }
    client.end();
  }

  #pass(command: WriteCommand): Promise<void> | undefined {
    const hold = this.#hold;
    if (!hold?.matches(command)) return undefined;
    this.#hold = undefined;
    return new Promise((release) => hold.onHeld({ command, release }));
  }

  #findWrite(message: Buffer): WriteCommand | undefined {
    const document = readCommand(message);
    const name = Object.keys(document ?? {})[0] ?? '';
    if (name === 'abortTransaction') this.#aborted += 1;
    if (!document || !WRITES.includes(name)) return undefined;
    const transaction = `${document.lsid?.id?.toString('hex')} ${document.txnNumber}`;
    const mayHoldLocks = this.#writing.has(transaction);
    if (document.autocommit === false) this.#writing.add(transaction);
    const collection = name === 'commitTransaction' ? '$cmd' : String(document[name]);
    return { name: name as WriteCommand['name'], collection, mayHoldLocks };
  }
}
