import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { events } from '../../src/index.ts';
import { readConsumers } from '../sources/consumers.ts';
import { describeSource } from './describe-source.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

test('the contracts list exactly the consuming services of each event', async () => {
  const source = describeSource(await readConsumers(ROOT));
  for (const { type, consumers } of events) {
    expect([type, consumers.map((service) => `svc-${service}`).toSorted()]).toEqual([
      type,
      source.events[type]?.takenBy,
    ]);
  }
});
