import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { createClock } from './clock.ts';

test('leaves no listener at a program that uses the new time', async () => {
  const clock = createClock();
  const { args, env } = clock.toNodeOptions();
  const child = spawn(process.execPath, [...args, '--eval', 'setInterval(() => {}, 1000)'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  clock.attach(child);
  const countListeners = () => ['message', 'exit', 'error'].map((event) => child.listenerCount(event));
  const before = countListeners();
  try {
    for (let moves = 0; moves < 3; moves += 1) await clock.advance({ hours: 1 });
    expect(countListeners()).toEqual(before);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
