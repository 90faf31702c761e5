import { fileURLToPath } from 'node:url';
import { events } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { readUsers } from '../sources/users.ts';
import { describeSource } from './describe-source.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

test('the contracts name those services that take an event, and no others', async () => {
  const source = describeSource(await readUsers(ROOT));
  for (const { type, takenBy } of events) {
    expect([type, takenBy.map((service) => `svc-${service}`).toSorted()]).toEqual([
      type,
      source.events[type]?.takenBy,
    ]);
  }
});
