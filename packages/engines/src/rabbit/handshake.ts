import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const patienceMs = 120_000;
const protocolHeader = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);

/** Waits until a broker on this port answers the protocol header with Connection.Start (AMQP 0-9-1, 2.2.4). */
export async function untilSpeaksAmqp(port: number, ended: Promise<string>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let end: string | undefined;
  ended.then((how) => {
    end = how;
  });
  while (!(await speaksAmqp(port))) {
    if (end !== undefined) throw new Error(`it ${end}`);
    if (Date.now() > deadline) throw new Error('it did not answer in time');
    await wait(50);
  }
}

function speaksAmqp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write(protocolHeader));
    socket.once('data', (frame) => settle(frame[0] === 1 && frame[8] === 10 && frame[10] === 10));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}
