import type { ApplicantSession, DashboardResponse } from '@archaka/test-kit';

/** Counts the portal's responses by status, and stores the unexpected ones. */
export interface ResponseCounter {
  record(call: string, http: number): void;
  countAll(): number;
  /** Number of 503 responses. */
  countUnavailable(): number;
  /** Responses that neither an applicant's input nor a fault may cause. */
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

/** Wraps a session so that its responses are counted. */
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
