import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildHandle } from './supervisor.ts';

const reportAfterMs = 30_000;

/**
 * Waits until a process answers `/readyz` with 200; reports its response once after a long wait.
 * @throws Error when the process ends first
 */
export async function waitUntilReady(
  child: ChildHandle,
  { port, report }: { port: number; report: (message: string) => void },
): Promise<void> {
  let exitReason: string | undefined;
  child.ended.then((reason) => {
    exitReason = reason;
  });
  const reportAt = Date.now() + reportAfterMs;
  let hasReported = false;
  for (;;) {
    const { status, body } = await fetchReadiness(port);
    if (status === 200) return;
    if (exitReason !== undefined) throw new Error(exitReason);
    if (!hasReported && Date.now() > reportAt) {
      report(status === undefined ? 'no response' : `it responds ${status} ${body.slice(0, 200)}`);
      hasReported = true;
    }
    await wait(100);
  }
}

export function fetchReadiness(port: number): Promise<{ status?: number | undefined; body: string }> {
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
