import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const secretName = /^\s+([A-Z\d_]*(?:SECRET|PEPPER|PASSWORD|_KEYS?)(?:_OLD)?):/gm;

test('production checks the strength of every secret of a configuration', () => {
  const rules = readFileSync(`${ROOT}packages/service-kit/src/deployment-rules.ts`, 'utf8');
  const configs = globSync(
    ['svc-*/src/config.ts', 'shell/server/config.ts', 'packages/service-kit/src/config.ts'],
    {
      cwd: ROOT,
    },
  );
  const secrets = configs.flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(secretName)].map(([, name]) => name),
  );
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((name) => !rules.includes(`'${name}'`))).toEqual([]);
});
