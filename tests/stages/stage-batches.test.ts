import { expect, test } from '@jest/globals';
import type { Stage } from './stage.ts';
import { groupStages, runBatch } from './stage-batches.ts';

const toResult = (name: string) => ({ name, passed: 1, failed: 0, skipped: 0, seconds: 0 });
const buildStage = (name: string, runsAlone = false): Stage => ({
  name,
  runsAlone,
  run: async () => toResult(name),
});

test('groups the stages that may share the machine, and leaves each other one alone', () => {
  const stages = [
    buildStage('unit'),
    buildStage('e2e'),
    buildStage('load', true),
    buildStage('chaos', true),
    buildStage('format'),
  ];
  const names = groupStages(stages).map((batch) => batch.map(({ name }) => name));
  expect(names).toEqual([['unit', 'e2e'], ['load'], ['chaos'], ['format']]);
});

test('runs two stages of a batch at a time, and the next one as soon as one ends', async () => {
  const ends = new Map<string, () => void>();
  const batch = ['long', 'short', 'next'].map((name) => buildStage(name));
  const running = runBatch(batch, new AbortController().signal, async ({ name }) => {
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return toResult(name);
  });
  expect([...ends.keys()]).toEqual(['long', 'short']);
  ends.get('short')?.();
  await new Promise(setImmediate);
  expect([...ends.keys()]).toEqual(['long', 'short', 'next']);
  for (const end of ends.values()) end();
  expect((await running).map(({ name }) => name)).toEqual(['short', 'long', 'next']);
});

test('begins no further stage once the run is interrupted', async () => {
  const controller = new AbortController();
  const batch = ['first', 'second', 'third'].map((name) => buildStage(name));
  const results = await runBatch(batch, controller.signal, async ({ name }) => {
    controller.abort();
    return toResult(name);
  });
  expect(results.map(({ name }) => name)).toEqual(['first']);
});
