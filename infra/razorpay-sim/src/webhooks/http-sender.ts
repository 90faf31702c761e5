import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Without a response within 5 seconds Razorpay counts a failure: https://razorpay.com/docs/webhooks/best-practices */
const TIMEOUT_MS = 5000;
const CONNECTIONS = 16;

export type HttpSender = {
  /** The status of the response, or null without one in time. */
  post(body: string, headers: Record<string, string>): Promise<number | null>;
  close(): void;
};

export function createHttpSender(url: string): HttpSender {
  const secure = url.startsWith('https:');
  const options = { keepAlive: true, maxSockets: CONNECTIONS };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const request = secure ? httpsRequest : httpRequest;
  return {
    post: (body, headers) =>
      new Promise((resolve) => {
        const length = String(Buffer.byteLength(body));
        const outgoing = request(url, {
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': length },
        });
        outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
        outgoing.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? null);
        });
        outgoing.on('error', () => resolve(null));
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
