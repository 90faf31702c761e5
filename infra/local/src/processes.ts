import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '@archaka/engines';
import type { Component, Portal } from './components.ts';
import { getTraceDir, root } from './settings.ts';
import type { ChildHandle } from './supervisor.ts';

/** Variables that every process inherits; all others are passed by name. */
const systemVariables = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'NODE_OPTIONS'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
];
const sharedVariables = [
  ...['NODE_ENV', 'TRIAL', 'LOG_LEVEL', 'AMQP_CA_FILE'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'],
];

/** Starts a component with a limited heap. */
export function startComponent(
  component: Component,
  portal: Portal,
  log: (chunk: Buffer) => void,
): Promise<Child> {
  return startChild({
    command: process.execPath,
    args: [...nodeFlags(component), join(root, component.main)],
    cwd: root,
    env: createEnvironment(component, portal),
    log,
  });
}

function nodeFlags({ heap, watched }: Component) {
  const watchFlags = watched ? ['--watch', '--watch-preserve-output'] : [];
  return [
    ...watchFlags,
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=2',
    '--disable-warning=ExperimentalWarning',
  ];
}

/** The environment of a component: only the system's variables and those that it declares. */
export function createEnvironment(component: Component, portal: Portal): Record<string, string> {
  const { env, port } = portal;
  const extraPorts = component.extraPorts?.map(({ offset, as }) => [as, String(port + offset)]) ?? [];
  return {
    NODE_COMPILE_CACHE: join(root, '.cache/node-compile'),
    MALLOC_ARENA_MAX: '2',
    NODE_ENV: 'development',
    ...pick(env, [...systemVariables, ...sharedVariables, ...component.inheritedEnv]),
    ...(env.TRACES ? { TRACE_DIR: getTraceDir(portal) } : {}),
    HOST: portal.host,
    PORT: String(port + component.offset),
    ...Object.fromEntries(extraPorts),
    ...component.env(portal),
  };
}

function pick(env: NodeJS.ProcessEnv, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

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
