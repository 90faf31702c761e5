import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server on loopback that stands before another one. */
export interface Relay {
  readonly port: number;
  /** Ends all connections that are open. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a connection to `target` for each that comes; `join` passes on what the two say. */
export async function startRelay(
  { hostname, port }: URL,
  join: (near: Socket, far: Socket) => void,
): Promise<Relay> {
  const open = new Set<Socket>();
  const endTogether = (one: Socket, other: Socket) => {
    open.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      open.delete(one);
      other.destroySoon();
    });
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    endTogether(near, far);
    endTogether(far, near);
    join(near, far);
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
