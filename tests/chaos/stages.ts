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
  /** The longest time until no work is pending after the faults, in ms. */
  readonly quiescenceMs: number;
}

const QUIESCENCE_MS = 240_000;
/** Leases and due times that a primary with a fast clock wrote end later by its error. */
const CLOCK_ERROR_MS = 600_000;

export const ownMachineStage: Stage<ChaosEnvironment> = {
  start: startEnvironment,
  groups: faultGroups,
  assertions,
  quiescenceMs: QUIESCENCE_MS,
};

export const clusterStage: Stage<ClusterEnvironment> = {
  start: startCluster,
  groups: clusterFaultGroups,
  assertions: clusterAssertions,
  quiescenceMs: QUIESCENCE_MS + CLOCK_ERROR_MS,
};
