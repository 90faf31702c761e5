import { type Applicant, applicant, cookieJar, type RunningService, signUp } from '@archaka/test-kit';
import { expect } from '@jest/globals';

export interface Answer {
  status: number;
  message?: string;
}

interface Message {
  number: string;
  otp: string;
  at: string;
}

/** What an applicant's browser does at svc-auth itself, without the gateway. */
export interface Doorway {
  readonly post: (call: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly answer: (call: string, body: unknown) => Promise<Answer>;
  /** The dev inbox, newest first. */
  readonly inbox: (number: string) => Promise<Message[]>;
  readonly newestOtp: (number: string) => Promise<string>;
  /** Someone new who has signed up. */
  readonly newcomer: () => Promise<Applicant>;
  /** Someone new who has signed up and signed in, on another browser. */
  readonly member: () => Promise<Applicant>;
  /** Signs in; gives what the cookie holds. */
  readonly sessionIdOf: (number: string) => Promise<string>;
  /** What the gateway does with a cookie. */
  readonly exchange: (sessionId: string, audience?: string) => Promise<Response>;
  /** One with no cookie yet. */
  readonly otherBrowser: () => Doorway;
}

export const otherThan = (otp: string): string => String((Number(otp) + 1) % 10_000).padStart(4, '0');

/** @param service asked at each call, since suites start it later. */
export function doorwayOf(service: () => Pick<RunningService, 'url' | 'stage'>): Doorway {
  const jar = cookieJar();
  const post: Doorway['post'] = async (call, body, headers = {}) => {
    const response = await fetch(`${service().url}/api/dashboard/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: jar.all(), ...headers },
      body: JSON.stringify(body),
    });
    jar.keep(response.headers);
    return response;
  };
  const answer: Doorway['answer'] = async (call, body) => (await post(call, body)).json() as Promise<Answer>;

  const inbox: Doorway['inbox'] = async (number) =>
    (await fetch(`${service().url}/dev/inbox?number=${number}`)).json() as Promise<Message[]>;
  const newestOtp: Doorway['newestOtp'] = async (number) => (await inbox(number))[0]?.otp ?? '';

  async function newcomer(): Promise<Applicant> {
    const someone = applicant();
    expect(await answer('submitsignup', signUp(someone))).toEqual({ status: 200 });
    return someone;
  }

  return {
    otherBrowser: () => doorwayOf(service),
    post,
    answer,
    inbox,
    newestOtp,
    newcomer,
    async member() {
      const someone = await newcomer();
      expect(await doorwayOf(service).sessionIdOf(someone.number)).not.toBe('');
      return someone;
    },
    async sessionIdOf(number) {
      await post('websiteloginotp', { number });
      const response = await post('submitwithotp', { number, otp: await newestOtp(number) });
      return /archaka_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
    },
    exchange: async (session_id, audience = 'svc-application') =>
      fetch(`${service().url}/internal/exchangesession`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(await service().stage.asService('shell', 'svc-auth', 'exchangesession')),
        },
        body: JSON.stringify({ session_id, audience }),
      }),
  };
}
