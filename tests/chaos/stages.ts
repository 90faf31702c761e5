import type { Assertion } from './assertions/assertion.ts';
import { assertions, clusterAssertions } from './assertions/assertions.ts';
import { clusterFaultGroups } from './cluster/fault-groups.ts';
import { type ClusterEnvironment, startCluster } from './cluster/start-cluster.ts';
import type { ChaosEnvironment, Environment } from './environment/environment.ts';
import { type EnvironmentOptions, startEnvironment } from './environment/start-environment.ts';
import { faultGroups } from './schedule/fault-groups.ts';
import type { FaultGroup } from './schedule/schedule.ts';

/** The environment of a run with its faults and assertions. */
export interface Stage<Target extends Environment> {
  readonly start: (options: EnvironmentOptions) => Promise<Target>;
  readonly groups: readonly FaultGroup<Target>[];
  readonly assertions: Readonly<Record<string, Assertion>>;
}

export const ownMachineStage: Stage<ChaosEnvironment> = {
  start: startEnvironment,
  groups: faultGroups,
  assertions,
};

export const clusterStage: Stage<ClusterEnvironment> = {
  start: startCluster,
  groups: clusterFaultGroups,
  assertions: clusterAssertions,
};
