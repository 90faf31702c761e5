import type { ApplicantSession, DashboardResponseBody } from '@archaka/test-kit';
import type { Samples } from './samples.ts';

/** A session whose every request is measured. */
export interface MeasuredSession {
  readonly session: ApplicantSession;
  readonly call: (name: string, body?: object) => Promise<DashboardResponseBody>;
  /** @throws Error for another status than 200, 201 and 303 */
  readonly get: (name: string, path: string, init?: RequestInit) => Promise<Response>;
}

const SUCCESSES = [200, 201, 303];

/** `repeated`: repeats each request. */
export function createMeasuredSession(
  session: ApplicantSession,
  { measure }: Samples,
  repeated?: object,
): MeasuredSession {
  return {
    session,
    async call(name, body) {
      const { http, body: answered } = await measure(name, () => session.call(name, body), repeated);
      if (http !== 200 || (answered.status ?? 200) !== 200)
        throw new Error(`${name} responded ${http}: ${JSON.stringify(answered).slice(0, 500)}`);
      return answered;
    },
    async get(name, path, init) {
      const request = async () => {
        const answered = await session.fetch(path, init);
        await answered.arrayBuffer();
        return answered;
      };
      const response = await measure(name, request, repeated);
      if (!SUCCESSES.includes(response.status)) throw new Error(`${path} responded ${response.status}`);
      return response;
    },
  };
}
