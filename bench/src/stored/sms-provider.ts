import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Fake MSG91, since the dev inbox would store the messages. */
export interface SmsProvider {
  /** Variables of the portal. */
  readonly variables: Readonly<Record<string, string>>;
  /** The newest one-time password of the number. */
  readonly findOtp: (number: string) => string | undefined;
  readonly stop: () => void;
}

interface FlowMessage {
  readonly recipients: readonly { readonly mobiles: string; readonly otp?: string }[];
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const otps = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { recipients } = (await json(request)) as FlowMessage;
    for (const { mobiles, otp } of recipients) if (otp) otps.set(mobiles, otp);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ type: 'success' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      SMS_PROVIDER: 'msg91',
      MSG91_URL: `http://127.0.0.1:${port}/api/v5/flow`,
      MSG91_AUTH_KEY: 'a-key-of-a-measurement',
      MSG91_TEMPLATE_ID: 'a-template-of-a-measurement',
    },
    findOtp: (number) => otps.get(`91${number}`),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
