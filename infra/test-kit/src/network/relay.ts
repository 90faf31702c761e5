import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback interface. */
export interface Relay {
  readonly port: number;
  /** Closes all open connections. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a connection to `target` for each incoming one; `join` forwards the data of both. */
export async function startRelay(
  { hostname, port }: URL,
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
    const upstream = connect(Number(port), hostname);
    closeTogether(client, upstream);
    closeTogether(upstream, client);
    onConnection(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
