import type { Socket } from 'node:net';
import { startRelay } from './relay.ts';

interface Faults {
  /** The line breaks when so many bytes have gone up since it began or broke last. */
  readonly breaks?: readonly number[];
  /** The line breaks instead of bringing down the first answers to this method, so many of them. */
  readonly loses?: { readonly method: string; readonly answers: number };
}

/** A line to a server that breaks while it is used. */
export interface BadLine {
  /** The server's address over this line. */
  readonly url: string;
  /** Bytes that went up it, and how often it broke. */
  readonly sent: () => number;
  readonly broken: () => number;
  readonly stop: () => Promise<void>;
}

/** Connects `target` over a line with faults; what went up before a break still arrives. */
export async function startBadLine(target: string, { breaks = [], loses }: Faults): Promise<BadLine> {
  const breaksLeft = [...breaks];
  let [answersToLose, sent, sentSinceBreak, broken] = [loses?.answers ?? 0, 0, 0, 0];

  function cut(near: Socket, far: Socket): void {
    broken += 1;
    sentSinceBreak = 0;
    near.destroy();
    far.destroySoon();
  }

  function join(near: Socket, far: Socket): void {
    let method: string | undefined;
    near.on('data', (bytes: Buffer) => {
      method = /^([A-Z]+) \//.exec(bytes.toString('latin1', 0, 16))?.[1] ?? method;
      sent += bytes.length;
      sentSinceBreak += bytes.length;
      if (!far.write(bytes)) near.pause();
      if (sentSinceBreak < (breaksLeft[0] ?? Number.POSITIVE_INFINITY)) return;
      breaksLeft.shift();
      cut(near, far);
    });
    far.on('drain', () => near.resume());
    far.on('data', (bytes: Buffer) => {
      if (answersToLose === 0 || method !== loses?.method) return void near.write(bytes);
      answersToLose -= 1;
      cut(near, far);
    });
  }

  const { port, close } = await startRelay(new URL(target), join);

  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => sent,
    broken: () => broken,
    stop: close,
  };
}
