import type { ChaosEnvironment, Environment } from '../environment/environment.ts';
import { databaseFaults } from '../faults/database.ts';
import type { Fault } from '../faults/fault.ts';
import { failpointKills } from '../faults/kill-at-failpoint.ts';
import { killBroker } from '../faults/kill-broker.ts';
import { killChromium } from '../faults/kill-chromium.ts';
import { componentKills } from '../faults/kill-component.ts';
import { createNetworkFaults } from '../faults/network.ts';
import { providerFaults } from '../faults/provider.ts';
import type { FaultGroup } from './schedule.ts';

export const createGroup = <Target extends Environment>(
  name: string,
  ...faults: readonly Fault<Target>[]
): FaultGroup<Target> => ({ name, faults });

/** All faults. Faults of the same dependency are in one group, so that they do not overlap. */
export const faultGroups: readonly FaultGroup<ChaosEnvironment>[] = [
  createGroup('processes', ...componentKills, ...failpointKills, killChromium),
  createGroup(
    'stores',
    ...databaseFaults,
    killBroker,
    ...createNetworkFaults('MongoDB'),
    ...createNetworkFaults('RabbitMQ'),
  ),
  createGroup('provider', ...providerFaults, ...createNetworkFaults('Razorpay')),
];
