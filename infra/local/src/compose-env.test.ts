import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { portalComponents } from './components.ts';
import { createComposeEnv } from './compose-env.ts';
import { root } from './settings.ts';

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const env = new Map(
  [...createComposeEnv().matchAll(/^(\w+)='([^']+)'$/gm)].map(([, name, value]) => [name, value]),
);

test('sets every required variable of docker-compose.yml', () => {
  const required = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));

  expect([...required].filter((name) => !env.has(name))).toEqual([]);
});

test('writes keys as JSON with the names of their owners', () => {
  expect(JSON.parse(env.get('SVC_TICKET_KEY') ?? '')).toMatchObject({ kid: 'svc-ticket' });
  const { keys } = JSON.parse(env.get('SERVICE_JWKS') ?? '');
  const signers = portalComponents({}).filter(({ name }) => name !== 'razorpay-sim');
  expect(keys.map(({ kid }: { kid: string }) => kid).sort()).toEqual(signers.map(({ name }) => name).sort());
});

test('selects the simulator, which docker compose starts by a profile only', () => {
  expect(env.get('COMPOSE_PROFILES')).toBe('simulator');
  expect(findServiceBlock('razorpay-sim')).toContain('\n    profiles: [simulator]\n');
});

/** The entry of a component in docker-compose.yml. */
function findServiceBlock(name: string): string {
  return new RegExp(`\\n  ${name}:\\n(?:(?:    .*)?\\n)*`).exec(compose)?.[0] ?? '';
}

test.each(portalComponents({}))(
  'docker-compose.yml has $name at its port, with its variables',
  ({ name, offset, inheritedEnv }) => {
    const block = findServiceBlock(name);

    expect(block).toMatch(new RegExp(`\\n      PORT: (\\$\\{\\w+:-)?${8080 + offset}\\b`));
    expect(inheritedEnv.filter((variable) => !block.includes(`      ${variable}: `))).toEqual([]);
  },
);
