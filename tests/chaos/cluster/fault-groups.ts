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
 * All faults of a cluster. Those of stores and broker do not overlap, so that recoveries can be measured. Networks
 * are cut in one group only, since restoring a machine ends all its cuts.
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
