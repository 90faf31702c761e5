import { type ServiceContract, serviceContract } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';

const timeoutMs = 3000;

export interface PortalAddresses {
  readonly shell: string;
  readonly services: Readonly<Record<ServiceContract['service'], string>>;
}

export interface RunningPortal {
  readonly services: readonly ServiceContract[];
  readonly platform: readonly string[];
}

const shellExports = z.object({ exports: z.array(z.string()) });

/** @throws CommandError when a component does not answer, since its abilities are unknown then */
export async function fetchRunningPortal({ shell, services }: PortalAddresses): Promise<RunningPortal> {
  const [platform, ...contracts] = await Promise.all([
    fetchJson('the shell', resolveUrl(shell, 'platform.json'), shellExports),
    ...Object.entries(services).map(([name, address]) =>
      fetchJson(`svc-${name}`, resolveUrl(address, 'contract'), serviceContract),
    ),
  ]);
  return { services: contracts, platform: platform.exports };
}

/** The address may have a path. */
const resolveUrl = (address: string, path: string) => new URL(path, address.replace(/\/*$/, '/'));

async function fetchJson<Output>(component: string, url: URL, schema: z.ZodType<Output>): Promise<Output> {
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'gzip' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`it responded ${response.status}`);
    return schema.parse(await response.json());
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new CommandError(`The contract of ${component} is unknown: ${url} does not return it (${reason}).`);
  }
}
