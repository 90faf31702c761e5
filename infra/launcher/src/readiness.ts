import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from './keeper.ts';

const impatientAfterMs = 30_000;

/**
 * Waits until a process answers `/readyz` with 200; tells once what it answers when that takes long.
 * @throws Error when the process ends before
 */
export async function untilReady(
  running: Running,
  { port, tell }: { port: number; tell: (answer: string) => void },
): Promise<void> {
  let end: string | undefined;
  running.ended.then((how) => {
    end = how;
  });
  const impatience = Date.now() + impatientAfterMs;
  let told = false;
  for (;;) {
    const { status, body } = await askReady(port);
    if (status === 200) return;
    if (end !== undefined) throw new Error(end);
    if (!told && Date.now() > impatience) {
      tell(status === undefined ? 'it does not answer' : `it answers ${status} ${body.slice(0, 200)}`);
      told = true;
    }
    await wait(100);
  }
}

export function askReady(port: number): Promise<{ status?: number | undefined; body: string }> {
  return new Promise((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', path: '/readyz', timeout: 5000, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          body += text;
        });
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ body: '' }));
  });
}
