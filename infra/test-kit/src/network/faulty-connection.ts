import type { Socket } from 'node:net';
import { startRelay } from './proxy.ts';

interface ConnectionFaults {
  /** The connection breaks after so many sent bytes since its start or last break. */
  readonly breakAfterBytes?: readonly number[];
  /** The connection breaks instead of delivering the first `count` responses to this method. */
  readonly loseResponses?: { readonly method: string; readonly count: number };
}

export type FaultyConnection = Awaited<ReturnType<typeof startFaultyConnection>>;

/** Starts a faulty proxy of `target`; bytes sent before a break still arrive. */
export async function startFaultyConnection(
  target: string,
  { breakAfterBytes = [], loseResponses }: ConnectionFaults,
) {
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

  const { url, close } = await startRelay(new URL(target), connectSockets);

  return {
    /** The server's address through this proxy. */
    url: new URL(url).origin,
    /** Number of sent bytes, and of breaks. */
    sentBytes: () => sentBytes,
    breakCount: () => breakCount,
    stop: close,
  };
}
