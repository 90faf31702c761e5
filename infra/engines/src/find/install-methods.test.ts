import { expect, test } from '@jest/globals';
import { EngineMissing } from '../engine.ts';
import { tryInOrder } from './install-methods.ts';

const failWith = (reason: string) => async () => {
  throw new Error(reason);
};
const notApplicable = async () => undefined;

test('the first way that finds something wins, and failures before it are told when they are passed over', async () => {
  const reported: string[] = [];
  const report = (line: string) => reported.push(line);
  const methods = [notApplicable, failWith('No mirror.'), failWith('No pip.'), async () => '/bin/mongod'];

  expect(await tryInOrder(methods, { report, manualInstructions: 'Install it.' })).toBe('/bin/mongod');
  expect(reported).toEqual(['No mirror.', 'No pip.']);
});

test('when nothing works, the message is the last failure and what to do by hand', async () => {
  const found = tryInOrder([failWith('No mirror.'), failWith('No pip.'), notApplicable], {
    report: () => {},
    manualInstructions: 'Install it.',
  });

  await expect(found).rejects.toThrow(new EngineMissing('No pip. Install it.'));
});
