import type { ServiceName } from '../keys.ts';
import { startProxy, type TcpProxy, toDirectUrl } from '../network/proxy.ts';
import type { TestEnvironment } from '../services/environment.ts';

/** What the services of one portal stand on, each over a line of the portal's own. */
export type Proxies = Readonly<Record<'store' | 'broker' | 'provider', Pick<TcpProxy, 'cut' | 'restore'>>>;

/** Opens the lines; `createProxyVariables` has a service take them. */
export async function startProxies({ mongoUrl, amqpUrl, getAmqpUrl: amqpUrlOf, urls }: TestEnvironment) {
  const [databaseProxy, brokerProxy, providerProxy] = await Promise.all([
    startProxy(toDirectUrl(mongoUrl)),
    startProxy(new URL(amqpUrl)),
    startProxy(new URL(urls.razorpay)),
  ]);
  const proxies: Proxies = { store: databaseProxy, broker: brokerProxy, provider: providerProxy };
  const createProxyVariables = (name: ServiceName) => ({
    MONGO_URL: databaseProxy.url,
    AMQP_URL: toProxyUrl(brokerProxy.url, amqpUrlOf(name)),
    RAZORPAY_URL: providerProxy.url,
  });
  const close = async () => {
    await Promise.all([databaseProxy, brokerProxy, providerProxy].map((proxy) => proxy.close()));
  };
  return { proxies, createProxyVariables, close };
}

/** An address with the place of the line. */
function toProxyUrl(proxyUrl: string, address: string): string {
  const url = new URL(address);
  url.host = new URL(proxyUrl).host;
  return url.href;
}
