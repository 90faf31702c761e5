import { authCookies } from '@archaka/contracts';
import { Pool } from 'undici';
import type { Contender } from './contenders.ts';

/** A session may make 100 calls a second. */
const SESSIONS = 128;
/** The browser's headers, besides cookie and body. */
const browserHeaders = {
  'content-type': 'application/json',
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'te-IN,te;q=0.9,en;q=0.8',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
};

export interface RequestSender {
  /** Each connection sends one request after the other for so long. @returns the number of requests */
  readonly sendFor: (ms: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Sends a signed-in applicant's query. */
export function createSender({ url, certificate }: Contender, connections: number): RequestSender {
  const pool = new Pool(url, { connections, connect: { ca: certificate } });
  const sessionHeaders = Array.from({ length: SESSIONS }, (_, index) => ({
    ...browserHeaders,
    cookie: `${authCookies.session}=session-of-the-bench-${index}`,
  }));

  async function sendOne(index: number): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/query',
      headers: sessionHeaders[index % SESSIONS] ?? {},
      body: '{}',
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
  }

  return {
    async sendFor(ms) {
      const end = performance.now() + ms;
      let sent = 0;
      const sendUntilEnd = async () => {
        while (performance.now() < end) {
          sent += 1;
          await sendOne(sent);
        }
      };
      await Promise.all(Array.from({ length: connections }, sendUntilEnd));
      return sent;
    },
    close: () => pool.close(),
  };
}
