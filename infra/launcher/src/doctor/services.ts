import { askReady } from '../readiness.ts';
import type { Run } from '../run-file.ts';
import type { Seen } from './finding.ts';

const engines = ['mongod', 'rabbitmq'];

/** What each part says of itself. */
export async function lookAtServices(run: Run): Promise<Seen> {
  const parts = Object.entries(run.parts).filter(([name]) => !engines.includes(name));
  const answers = await Promise.all(
    parts.map(async ([name, { port }]) => ({ name, ...(await askReady(port)) })),
  );
  const unready = answers.filter(({ status }) => status !== 200);
  if (unready.length === 0) return { seen: `${answers.length} parts are ready` };
  const words = unready.map(({ name, status, body }) =>
    status === undefined ? `${name} does not answer` : `${name} answers ${status} ${body.slice(0, 100)}`,
  );
  return {
    seen: words.join('; '),
    todo: 'Look into the logs of these parts in DATA_DIR/logs; what a part names as down is looked at above.',
  };
}
