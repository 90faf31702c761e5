import { once } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runStages } from './run-stages.ts';
import type { Stage, StageResult } from './stage.ts';

let printed = '';
beforeEach(() => {
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const run = { folder: '/tmp', signal: new AbortController().signal };
const sweep = async () => [];
const toResult = (name: string, failed = 0): StageResult => ({
  name,
  passed: 1,
  failed,
  skipped: 0,
  seconds: 1,
});
const headings = () => [...printed.matchAll(/── (\w+)/g)].map(([, name]) => name);

test('runs two parallel stages at the same time, and prints the output of each in one piece', async () => {
  const other = new AbortController();
  const first: Stage = {
    name: 'first',
    isParallel: true,
    run: async ({ print }) => {
      print('first begins\n');
      await once(other.signal, 'abort');
      print('first ends\n');
      return toResult('first');
    },
  };
  const second: Stage = {
    name: 'second',
    isParallel: true,
    run: async ({ print }) => {
      print('why second failed\n');
      other.abort();
      return toResult('second', 1);
    },
  };
  expect((await runStages([first, second], run, sweep)).map(({ name }) => name)).toEqual(['first', 'second']);
  expect(printed).toMatch(/── second ─+\nwhy second failed\nFAILED {2}second /);
  expect(printed).toMatch(/── first ─+\nfirst begins\nfirst ends\nok {6}first /);
});

test('runs any other stage alone, prints its output immediately, and names its orphans', async () => {
  let running = 0;
  const createStage = (name: string, isParallel = false): Stage => ({
    name,
    isParallel,
    run: async ({ print }) => {
      running += 1;
      print(`${running} running\n`);
      if (!isParallel) expect(printed).toContain(`── ${name}`);
      await Promise.resolve();
      running -= 1;
      return toResult(name);
    },
  });
  const stages = [createStage('parallel', true), createStage('heavy'), createStage('last', true)];
  await runStages(stages, run, async () => ['process 1: mongod']);
  expect(headings()).toEqual(['parallel', 'heavy', 'last']);
  expect(printed).not.toContain('2 running');
  expect(printed).toContain('Left running by heavy and ended: process 1: mongod\n');
});

test('starts no further stage after an interruption', async () => {
  const interruption = new AbortController();
  const stage: Stage = {
    name: 'interrupted',
    run: async () => {
      interruption.abort();
      return toResult('interrupted');
    },
  };
  const results = await runStages([stage, stage], { ...run, signal: interruption.signal }, sweep);
  expect(results).toHaveLength(1);
});
