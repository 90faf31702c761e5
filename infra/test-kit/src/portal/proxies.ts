import type { ServiceName } from '../component-names.ts';
import { startProxy, type TcpProxy, toDirectUrl } from '../network/proxy.ts';
import type { TestEnvironment } from '../services/environment.ts';

/** Proxies of the store, broker and provider of one portal. */
export type Proxies = Readonly<Record<'store' | 'broker' | 'provider', Pick<TcpProxy, 'cut' | 'restore'>>>;

/** Starts the proxies; `createProxyVariables` returns the variables with which a service uses them. */
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

/** An address with the host and port of the proxy. */
function toProxyUrl(proxyUrl: string, address: string): string {
  const url = new URL(address);
  url.host = new URL(proxyUrl).host;
  return url.href;
}
