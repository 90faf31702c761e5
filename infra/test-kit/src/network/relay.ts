import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback interface. */
export interface Relay {
  /** The target's address through this proxy. */
  readonly url: string;
  /** Closes all open connections. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a connection to `target` for each incoming one; `join` forwards the data of both. */
export async function startRelay(
  target: URL,
  onConnection: (client: Socket, upstream: Socket) => void,
): Promise<Relay> {
  const openSockets = new Set<Socket>();
  const closeTogether = (one: Socket, other: Socket) => {
    openSockets.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      openSockets.delete(one);
      other.destroySoon();
    });
  };
  const cut = () => {
    for (const socket of openSockets) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    closeTogether(client, upstream);
    closeTogether(upstream, client);
    onConnection(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
