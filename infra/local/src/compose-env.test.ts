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

/** The entry of a component in docker-compose.yml, with what all services share. */
function findServiceBlock(name: string): string {
  const block = new RegExp(`\\n  ${name}:\\n(?:(?:    .*)?\\n)*`).exec(compose)?.[0] ?? '';
  const shared = /\nx-service: &service\n(?:(?: {2}.*)?\n)*/.exec(compose)?.[0] ?? '';
  return block.includes('<<: *service\n') ? `${block}${shared}` : block;
}

test.each(portalComponents({}))(
  'docker-compose.yml has $name at its port, with its variables',
  ({ name, offset, inheritedEnv }) => {
    const block = findServiceBlock(name);

    expect(block).toMatch(new RegExp(`\\n      PORT: (\\$\\{\\w+:-)?${8080 + offset}\\b`));
    expect(inheritedEnv.filter((variable) => !block.includes(`  ${variable}: `))).toEqual([]);
  },
);
