import type { Answered, ApplicantSession } from '@archaka/test-kit';

/** What the portal answered to everybody, counted by status; what must never be said is kept. */
export interface Answers {
  note(call: string, http: number): void;
  total(): number;
  /** Times that it answered 503. */
  unavailable(): number;
  /** Answers that no input and no fault may bring about. */
  readonly wrong: string[];
}

export function countAnswers(): Answers {
  const counts = new Map<number, number>();
  const wrong: string[] = [];
  return {
    wrong,
    note(call, http) {
      counts.set(http, (counts.get(http) ?? 0) + 1);
      if (http === 500 || http === 400 || http === 403) wrong.push(`${call}: ${http}`);
    },
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    unavailable: () => counts.get(503) ?? 0,
  };
}

/** The session, each answer of which is counted. */
export const counted = (session: ApplicantSession, answers: Answers): ApplicantSession => ({
  ...session,
  async call(name, body): Promise<Answered> {
    const answer = await session.call(name, body);
    answers.note(name, answer.http);
    return answer;
  },
  async fetch(path, init) {
    const response = await session.fetch(path, init);
    answers.note(path.split('?')[0] ?? path, response.status);
    return response;
  },
});
