import type { Socket } from 'node:net';
import { startRelay } from './relay.ts';

interface ConnectionFaults {
  /** The line breaks when so many bytes have gone up since it began or broke last. */
  readonly breakAfterBytes?: readonly number[];
  /** The line breaks instead of bringing down the first answers to this method, so many of them. */
  readonly loseResponses?: { readonly method: string; readonly count: number };
}

/** A line to a server that breaks while it is used. */
export interface FaultyConnection {
  /** The server's address over this line. */
  readonly url: string;
  /** Bytes that went up it, and how often it broke. */
  readonly sentBytes: () => number;
  readonly breakCount: () => number;
  readonly stop: () => Promise<void>;
}

/** Connects `target` over a line with faults; what went up before a break still arrives. */
export async function startFaultyConnection(
  target: string,
  { breakAfterBytes = [], loseResponses }: ConnectionFaults,
): Promise<FaultyConnection> {
  const remainingBreaks = [...breakAfterBytes];
  let [responsesToLose, sentBytes, sentSinceBreak, breakCount] = [loseResponses?.count ?? 0, 0, 0, 0];

  function breakConnection(client: Socket, upstream: Socket): void {
    breakCount += 1;
    sentSinceBreak = 0;
    client.destroy();
    upstream.destroySoon();
  }

  function connectSockets(client: Socket, upstream: Socket): void {
    let method: string | undefined;
    client.on('data', (bytes: Buffer) => {
      method = /^([A-Z]+) \//.exec(bytes.toString('latin1', 0, 16))?.[1] ?? method;
      sentBytes += bytes.length;
      sentSinceBreak += bytes.length;
      if (!upstream.write(bytes)) client.pause();
      if (sentSinceBreak < (remainingBreaks[0] ?? Number.POSITIVE_INFINITY)) return;
      remainingBreaks.shift();
      breakConnection(client, upstream);
    });
    upstream.on('drain', () => client.resume());
    upstream.on('data', (bytes: Buffer) => {
      if (responsesToLose === 0 || method !== loseResponses?.method) return void client.write(bytes);
      responsesToLose -= 1;
      breakConnection(client, upstream);
    });
  }

  const { port, close } = await startRelay(new URL(target), connectSockets);

  return {
    url: `http://127.0.0.1:${port}`,
    sentBytes: () => sentBytes,
    breakCount: () => breakCount,
    stop: close,
  };
}
