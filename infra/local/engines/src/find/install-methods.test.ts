import { expect, test } from '@jest/globals';
import { EngineMissing } from '../engine.ts';
import { tryInOrder } from './install-methods.ts';

const failWith = (reason: string) => async () => {
  throw new Error(reason);
};
const notApplicable = async () => undefined;

test('uses the first method that works and reports the failures before it', async () => {
  const reported: string[] = [];
  const report = (line: string) => reported.push(line);
  const methods = [notApplicable, failWith('No mirror.'), failWith('No pip.'), async () => '/bin/mongod'];

  expect(await tryInOrder(methods, { report, manualInstructions: 'Install it.' })).toBe('/bin/mongod');
  expect(reported).toEqual(['No mirror.', 'No pip.']);
});

test('reports the last failure and the manual installation when no method works', async () => {
  const found = tryInOrder([failWith('No mirror.'), failWith('No pip.'), notApplicable], {
    report: () => {},
    manualInstructions: 'Install it.',
  });

  await expect(found).rejects.toThrow(new EngineMissing('No pip. Install it.'));
});
