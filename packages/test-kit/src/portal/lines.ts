import type { ServiceName } from '../keys.ts';
import { type Line, startProxy, straightTo } from '../network/proxy.ts';
import type { Stage } from '../services/stage.ts';

/** What the services of one portal stand on, each over a line of the portal's own. */
export type Lines = Readonly<Record<'store' | 'broker' | 'provider', Pick<Line, 'cut' | 'mend'>>>;

/** Opens the lines; `variablesOf` has a service take them. */
export async function openLines({ mongoUrl, amqpUrl, amqpUrlOf, urls }: Stage) {
  const [store, broker, provider] = await Promise.all([
    startProxy(straightTo(mongoUrl)),
    startProxy(new URL(amqpUrl)),
    startProxy(new URL(urls.razorpay)),
  ]);
  const lines: Lines = { store, broker, provider };
  const variablesOf = (name: ServiceName) => ({
    MONGO_URL: store.url,
    AMQP_URL: over(broker.url, amqpUrlOf(name)),
    RAZORPAY_URL: provider.url,
  });
  const close = async () => {
    await Promise.all([store, broker, provider].map((line) => line.close()));
  };
  return { lines, variablesOf, close };
}

/** An address with the place of the line. */
function over(line: string, address: string): string {
  const url = new URL(address);
  url.host = new URL(line).host;
  return url.href;
}
