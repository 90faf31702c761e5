import type { Service } from '@archaka/contracts';
import { signInLocalTeam, startPortal } from '@archaka/test-kit';
import { afterAll } from '@jest/globals';
import { createSeats } from './seat-candidates.ts';

interface DeskOptions<Name extends Service> {
  /** Which run beside svc-desk. */
  readonly services: readonly Name[];
  /** Members of the staff who are signed in. */
  readonly team: readonly string[];
  /** Facts of the examination in place of those of 2024. */
  readonly examination?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** svc-desk with other services, until the end of the suite. */
export async function openDesk<Name extends Service>({ services, team, ...options }: DeskOptions<Name>) {
  const portal = await startPortal({ services: [...services, 'desk'], ...options });
  afterAll(portal.stop);
  const database = await portal.environment.openDatabase('desk');
  const asMember = await signInLocalTeam(portal, team);
  return {
    portal,
    broker: portal.broker,
    database,
    asMember,
    /** `data` is empty when the answer has none. */
    async send<Row = Record<string, unknown>>(member: string, call: string, body: object = {}) {
      const { http, body: answer } = await asMember(member).call(call, body);
      const { status, data = [], errors } = answer;
      return { http, status, errors, data: data as unknown as Row[] };
    },
    /** With 'help-desk' in the team and svc-application. */
    seatCandidate: createSeats({ portal, helpDesk: () => asMember('help-desk') }),
  };
}
