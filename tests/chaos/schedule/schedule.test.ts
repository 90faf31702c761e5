import { expect, test } from '@jest/globals';
import { clusterFaultGroups } from '../cluster/fault-groups.ts';
import { createRandom } from '../random.ts';
import { planRound } from './schedule.ts';

test('plans each fault of a cluster once in a round, and equal rounds for equal seeds', () => {
  for (const group of clusterFaultGroups) {
    const plan = () => planRound(group, { random: createRandom(7, group.name), pauseMs: 1000 });
    const names = plan().map(({ fault }) => fault.name);
    expect(new Set(names)).toEqual(new Set(group.faults.map(({ name }) => name)));
    expect(names).toHaveLength(group.faults.length);
    expect(plan().map(({ fault, afterMs, durationMs }) => [fault.name, afterMs, durationMs])).toEqual(
      plan().map(({ fault, afterMs, durationMs }) => [fault.name, afterMs, durationMs]),
    );
  }
});
