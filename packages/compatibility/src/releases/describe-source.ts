import { type CallDescription, calls, type EventDescription, events } from '@archaka/contracts';
import { describeCall, describeEvent } from '@archaka/contracts/describe';
import { type Users, usersOf } from '../sources/users.ts';

/** Every call and event, and whose sources use it. */
export interface Description {
  readonly calls: Readonly<Record<string, CallDescription & { readonly usedBy: readonly string[] }>>;
  readonly events: Readonly<Record<string, EventDescription & { readonly takenBy: readonly string[] }>>;
}

/** The calls and events as the source has them now. */
export function describeSource(users: Users): Description {
  const used = (call: (typeof calls)[number]) =>
    usersOf(call, users).filter((user) => user !== `svc-${call.service}`);
  const taken = (event: (typeof events)[number]) =>
    usersOf(event, users).filter((user) => user.startsWith('svc-') && user !== `svc-${event.from}`);
  return {
    calls: sorted(calls.map((call) => [call.name, { ...describeCall(call), usedBy: used(call) }])),
    events: sorted(events.map((event) => [event.type, { ...describeEvent(event), takenBy: taken(event) }])),
  };
}

const sorted = <Value>(entries: readonly [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
