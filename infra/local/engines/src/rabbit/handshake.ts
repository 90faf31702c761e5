import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const timeoutMs = 120_000;
const protocolHeader = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);

interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/** Waits until a broker at this address answers the protocol header with Connection.Start (AMQP 0-9-1, 2.2.4). */
export async function waitForAmqp(address: BrokerAddress, ended: Promise<string>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let exitReason: string | undefined;
  ended.then((reason) => {
    exitReason = reason;
  });
  while (!(await answersHandshake(address))) {
    if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
    if (Date.now() > deadline) throw new Error('it did not respond in time');
    await wait(50);
  }
}

/** Whether a broker answers there within two seconds. */
export function answersHandshake({ host, port }: BrokerAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2000 });
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
