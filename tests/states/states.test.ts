import { expect, test } from '@jest/globals';
import { transitions } from '../../svc-application/src/domain/application-state.ts';
import { orderTransitions } from '../../svc-payment/src/domain/states.ts';
import { checkStates } from './check-states.ts';
import { defects } from './defects.ts';
import { realCode } from './real-code.ts';
import type { Limits } from './world-steps.ts';

const limits: Limits = {
  steps: 12,
  payments: 2,
  orders: 2,
  messages: 2,
  reversals: 1,
  redeliveries: 1,
};

test('satisfies every invariant in every state of orders, payments, application and ticket within twelve steps of submission', async () => {
  const start = process.cpuUsage();
  const report = await checkStates(realCode, limits);
  const { states, edges, longestTrace, violation } = report;
  const seconds = process.cpuUsage(start).user / 1e6;
  console.log(
    `${states} states, ${edges} edges, ${seconds.toFixed(1)} s of CPU. ` +
      `The longest trace has ${longestTrace.length} steps:\n${longestTrace.join('\n')}`,
  );
  expect(violation).toBeUndefined();
  const reachable = transitions.map(([, to]) => to);
  expect([...report.applicationStates].sort()).toEqual([...new Set(reachable)].sort());
  const orderStates = orderTransitions.map(([, to]) => to);
  expect([...report.orderStates].sort()).toEqual([...new Set(['wanted', ...orderStates])].sort());
}, 600_000);

test.each(Object.entries(defects))(
  'finds that %s',
  async (name, code) => {
    const { violation } = await checkStates(code, limits);
    expect(violation).toBeDefined();
    console.log(`${name}: ${violation?.problem}\n${violation?.trace.join('\n')}`);
  },
  600_000,
);
