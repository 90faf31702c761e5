import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { composeEnv } from './compose-env.ts';
import { portalParts } from './parts.ts';
import { root } from './settings.ts';

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const env = new Map(
  [...composeEnv().matchAll(/^(\w+)='([^']+)'$/gm)].map(([, name, value]) => [name, value]),
);

test('it gives every variable that docker-compose.yml cannot do without', () => {
  const needed = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));

  expect([...needed].filter((name) => !env.has(name))).toEqual([]);
});

test('the keys are JSON with the names of their owners', () => {
  expect(JSON.parse(env.get('SVC_TICKET_KEY') ?? '')).toMatchObject({ kid: 'svc-ticket' });
  expect(JSON.parse(env.get('SERVICE_JWKS') ?? '').keys).toHaveLength(5);
});

test('docker-compose.yml has every part at its port', () => {
  for (const { name, offset } of portalParts({})) {
    expect(compose).toMatch(new RegExp(`\\n  ${name}:\\n(    .*\\n)*?      PORT: ${8080 + offset}\\n`));
  }
});
