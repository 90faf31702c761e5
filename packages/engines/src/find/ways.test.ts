import { expect, test } from '@jest/globals';
import { EngineMissing } from '../engine.ts';
import { firstThatWorks } from './ways.ts';

const failing = (why: string) => async () => {
  throw new Error(why);
};
const notHere = async () => undefined;

test('the first way that finds something wins, and failures before it are told when they are passed over', async () => {
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  const ways = [notHere, failing('No mirror.'), failing('No pip.'), async () => '/bin/mongod'];

  expect(await firstThatWorks(ways, { tell, byHand: 'Install it.' })).toBe('/bin/mongod');
  expect(told).toEqual(['No mirror.', 'No pip.']);
});

test('when nothing works, the message is the last failure and what to do by hand', async () => {
  const found = firstThatWorks([failing('No mirror.'), failing('No pip.'), notHere], {
    tell: () => {},
    byHand: 'Install it.',
  });

  await expect(found).rejects.toThrow(new EngineMissing('No pip. Install it.'));
});
