import { join } from 'node:path';
import { type Child, startChild } from '@archaka/engines';
import type { Part } from './parts.ts';
import type { Portal } from './portal.ts';
import { publicSet } from './service-keys.ts';
import { root } from './settings.ts';

/** What every process may see of the outside; all else it gets by name. */
const system = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
];
const taken = ['NODE_ENV', 'LOG_LEVEL'];

/** Starts a part with a heap limit and the environment it needs, and no more. */
export function startPart(part: Part, portal: Portal, log: (chunk: Buffer) => void): Promise<Child> {
  return startChild({
    command: process.execPath,
    args: [...nodeFlags(part), join(root, part.main)],
    cwd: root,
    env: environment(part, portal),
    log,
  });
}

function nodeFlags({ heap }: Part) {
  return [`--max-old-space-size=${heap}`, '--max-semi-space-size=8', '--disable-warning=ExperimentalWarning'];
}

function environment(part: Part, portal: Portal): Record<string, string> {
  const { env, port, secrets } = portal;
  const others = part.alsoListens?.map(({ offset, as }) => [as, String(port + offset)]) ?? [];
  const key = secrets.serviceKeys[part.name];
  return {
    NODE_COMPILE_CACHE: join(root, '.cache/node-compile'),
    MALLOC_ARENA_MAX: '2',
    NODE_ENV: 'development',
    ...pick(env, [...system, ...taken, ...part.takes]),
    PORT: String(port + part.offset),
    ...Object.fromEntries(others),
    ...(key === undefined ? {} : { SERVICE_KEY: JSON.stringify(key.private), ...common(portal) }),
    ...part.env(portal),
  };
}

/** What everybody needs who talks to the other services. */
function common({ mongoUrl, amqpUrl, origin, secrets, port, env }: Portal) {
  const at = (offset: number) => `http://127.0.0.1:${port + offset}`;
  return {
    MONGO_URL: mongoUrl,
    AMQP_URL: amqpUrl,
    EXAM_FILE: env.EXAM_FILE || join(root, 'exams/2024.json'),
    PORTAL_ORIGIN: origin,
    SERVICE_JWKS: JSON.stringify(publicSet(secrets.serviceKeys)),
    AUTH_URL: at(1),
    APPLICATION_URL: at(2),
    PAYMENT_URL: at(3),
    TICKET_URL: at(4),
  };
}

function pick(env: NodeJS.ProcessEnv, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
