import { describeCall, describeEvent } from '../../src/describe.ts';
import { type CallDescription, calls, type EventDescription, events } from '../../src/index.ts';
import { type Consumers, findConsumers } from '../sources/consumers.ts';

export interface Description {
  readonly calls: Readonly<Record<string, CallDescription & { readonly usedBy: readonly string[] }>>;
  readonly events: Readonly<Record<string, EventDescription & { readonly takenBy: readonly string[] }>>;
}

export function describeSource(consumers: Consumers): Description {
  const findCallConsumers = (call: (typeof calls)[number]) =>
    findConsumers(call, consumers).filter((consumer) => consumer !== `svc-${call.service}`);
  return {
    calls: toSortedRecord(
      calls.map((call) => [call.name, { ...describeCall(call), usedBy: findCallConsumers(call) }]),
    ),
    events: toSortedRecord(
      events.map((event) => [
        event.type,
        { ...describeEvent(event), takenBy: event.consumers.map((service) => `svc-${service}`).toSorted() },
      ]),
    ),
  };
}

const toSortedRecord = <Value>(entries: readonly [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
