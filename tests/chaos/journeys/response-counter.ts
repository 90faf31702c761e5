import type { ApplicantSession, DashboardResponse } from '@archaka/test-kit';

/** What the portal answered to everybody, counted by status; what must never be said is kept. */
export interface ResponseCounter {
  record(call: string, http: number): void;
  countAll(): number;
  /** Times that it answered 503. */
  countUnavailable(): number;
  /** Answers that no input and no fault may bring about. */
  readonly unexpected: string[];
}

export function createResponseCounter(): ResponseCounter {
  const counts = new Map<number, number>();
  const unexpected: string[] = [];
  return {
    unexpected,
    record(call, http) {
      counts.set(http, (counts.get(http) ?? 0) + 1);
      if (http === 500 || http === 400 || http === 403) unexpected.push(`${call}: ${http}`);
    },
    countAll: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    countUnavailable: () => counts.get(503) ?? 0,
  };
}

/** The session, each answer of which is counted. */
export const countResponses = (session: ApplicantSession, responses: ResponseCounter): ApplicantSession => ({
  ...session,
  async call(name, body): Promise<DashboardResponse> {
    const response = await session.call(name, body);
    responses.record(name, response.http);
    return response;
  },
  async fetch(path, init) {
    const response = await session.fetch(path, init);
    responses.record(path.split('?')[0] ?? path, response.status);
    return response;
  },
});
