import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const timeoutMs = 120_000;
const protocolHeader = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);

/** Waits until a broker on this port answers the protocol header with Connection.Start (AMQP 0-9-1, 2.2.4). */
export async function waitForAmqp(port: number, ended: Promise<string>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let exitReason: string | undefined;
  ended.then((reason) => {
    exitReason = reason;
  });
  while (!(await answersHandshake(port))) {
    if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
    if (Date.now() > deadline) throw new Error('it did not answer in time');
    await wait(50);
  }
}

function answersHandshake(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 });
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(protocolHeader));
    socket.once('data', (frame) => finish(frame[0] === 1 && frame[8] === 10 && frame[10] === 10));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
