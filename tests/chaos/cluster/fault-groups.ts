import { failpointKills } from '../faults/kill-at-failpoint.ts';
import { killChromium } from '../faults/kill-chromium.ts';
import { componentKills } from '../faults/kill-component.ts';
import { providerFaults } from '../faults/provider.ts';
import { createGroup } from '../schedule/fault-groups.ts';
import type { FaultGroup } from '../schedule/schedule.ts';
import { mongoFaults } from './faults/mongo/faults.ts';
import { portalFaults } from './faults/portal.ts';
import { rabbitFaults } from './faults/rabbit/faults.ts';
import type { ClusterEnvironment } from './start-cluster.ts';

/** Everything that can go wrong on a cluster; stores and broker take turns, or no recovery could be measured. */
export const clusterFaultGroups: readonly FaultGroup<ClusterEnvironment>[] = [
  createGroup<ClusterEnvironment>(
    'processes',
    ...componentKills,
    ...failpointKills,
    killChromium,
    ...portalFaults,
  ),
  createGroup<ClusterEnvironment>('stores', ...mongoFaults, ...rabbitFaults),
  createGroup<ClusterEnvironment>('provider', ...providerFaults),
];
