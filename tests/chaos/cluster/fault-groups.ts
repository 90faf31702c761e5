import { failpointKills } from '../faults/kill-at-failpoint.ts';
import { killChromium } from '../faults/kill-chromium.ts';
import { componentKills } from '../faults/kill-component.ts';
import { providerFaults } from '../faults/provider.ts';
import { createGroup } from '../schedule/fault-groups.ts';
import type { FaultGroup } from '../schedule/schedule.ts';
import { mongoFaults } from './faults/mongo/faults.ts';
import { componentPauses, cutOffMachine } from './faults/portal.ts';
import { rabbitFaults } from './faults/rabbit/faults.ts';
import type { ClusterEnvironment } from './start-cluster.ts';

/**
 * Everything that can go wrong on a cluster. Stores and broker take turns, or no recovery could be measured; wires are
 * cut in one lane only, since to restore a machine's ends all its cuts.
 */
export const clusterFaultGroups: readonly FaultGroup<ClusterEnvironment>[] = [
  createGroup<ClusterEnvironment>(
    'processes',
    ...componentKills,
    ...failpointKills,
    killChromium,
    ...componentPauses,
  ),
  createGroup<ClusterEnvironment>('stores', ...mongoFaults, ...rabbitFaults, cutOffMachine),
  createGroup<ClusterEnvironment>('provider', ...providerFaults),
];
