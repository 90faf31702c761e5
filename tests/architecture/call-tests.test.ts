import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const { calls } = contracts;
type Call = (typeof calls)[number];

/** Only tests of several services call these: those of the export. */
const TESTED_BY_CALLERS = ['exportdeskdata', 'exportpaymentdata', 'exportticketdata'];

const findExportedName = (call: Call): string | undefined =>
  Object.entries(contracts).find(([, value]) => value === call)?.[0];

/** The sources of a service's tests. */
const readTests = (folder: string): string =>
  globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: join(ROOT, folder) })
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n');

const testsByService = new Map(
  contracts.services.map((service) => [service, readTests(`svc-${service}`)] as const),
);

/** Whether a test of its service names the call, on the wire or in the contracts. */
const isTested = (call: Call): boolean =>
  new RegExp(`['"\`/]${call.name}\\b|\\b${findExportedName(call)}\\b`).test(
    testsByService.get(call.service) ?? '',
  );

test('every call has a test of its handler in its service', () => {
  const untestedCalls = calls.filter((call) => !isTested(call)).map(({ name }) => name);
  expect(untestedCalls.toSorted()).toEqual(TESTED_BY_CALLERS);
});
