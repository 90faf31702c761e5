import type { Fault } from '../faults/fault.ts';
import { boundaryKills } from '../faults/kill-at-boundary.ts';
import { killBroker } from '../faults/kill-broker.ts';
import { killChromium } from '../faults/kill-chromium.ts';
import { partKills } from '../faults/kill-part.ts';
import { spoiling } from '../faults/network.ts';
import { providerFaults } from '../faults/provider.ts';
import { storeFaults } from '../faults/store.ts';
import type { Lane } from './schedule.ts';

const lane = (name: string, ...faults: readonly Fault[]): Lane => ({ name, faults });

/** Everything that can go wrong. What disturbs the same thing is in one lane. */
export const lanes: readonly Lane[] = [
  lane('processes', ...partKills, ...boundaryKills, killChromium),
  lane('stores', ...storeFaults, killBroker, ...spoiling('MongoDB'), ...spoiling('RabbitMQ')),
  lane('provider', ...providerFaults, ...spoiling('Razorpay')),
];
