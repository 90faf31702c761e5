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
  const { keys } = JSON.parse(env.get('SERVICE_JWKS') ?? '');
  const signers = portalParts({}).filter(({ name }) => name !== 'razorpay-sim');
  expect(keys.map(({ kid }: { kid: string }) => kid).sort()).toEqual(signers.map(({ name }) => name).sort());
});

/** What docker-compose.yml says of a part. */
function inCompose(name: string): string {
  return new RegExp(`\\n  ${name}:\\n(?:(?:    .*)?\\n)*`).exec(compose)?.[0] ?? '';
}

test.each(portalParts({}))('docker-compose.yml has $name at its port', ({ name, offset }) => {
  expect(inCompose(name)).toMatch(new RegExp(`\\n      PORT: (\\$\\{\\w+:-)?${8080 + offset}\\b`));
});

test.each(portalParts({}))('docker-compose.yml hands on to $name what it takes', ({ name, takes }) => {
  const given = inCompose(name);

  expect(takes.filter((variable) => !given.includes(`      ${variable}: `))).toEqual([]);
});
