import { fetchReadiness } from '../readiness.ts';
import type { Run } from '../run-file.ts';
import type { CheckResult } from './run-checks.ts';

const engines = ['mongod', 'rabbitmq'];

/** The readiness that each component reports. */
export async function checkServices(run: Run): Promise<CheckResult> {
  const components = Object.entries(run.parts).filter(([name]) => !engines.includes(name));
  const responses = await Promise.all(
    components.map(async ([name, { port }]) => ({ name, ...(await fetchReadiness(port)) })),
  );
  const unready = responses.filter(({ status }) => status !== 200);
  if (unready.length === 0) return { seen: `${responses.length} components are ready` };
  const descriptions = unready.map(({ name, status, body }) =>
    status === undefined ? `${name} does not respond` : `${name} responds ${status} ${body.slice(0, 100)}`,
  );
  return {
    seen: descriptions.join('; '),
    todo: 'Read the logs of these components in DATA_DIR/logs; the stores that they report as down are checked above.',
  };
}
