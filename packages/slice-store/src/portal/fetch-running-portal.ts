import { type ServiceContract, serviceContract } from '@archaka/contracts';
import * as z from 'zod';
import { CommandError } from '../command-error.ts';

const timeoutMs = 3000;

/** Where the parts of the portal answer. */
export interface PortalAddresses {
  readonly shell: string;
  readonly services: Readonly<Record<ServiceContract['service'], string>>;
}

/** What the parts of the portal that now run can do. */
export interface RunningPortal {
  readonly services: readonly ServiceContract[];
  /** What the shell lends of the platform. */
  readonly platform: readonly string[];
}

/** What the shell tells of its own build at `/platform.json`. */
const shellExports = z.object({ exports: z.array(z.string()) });

/** @throws HttpProblem when a part does not answer: what it can do cannot be known then */
export async function fetchRunningPortal({ shell, services }: PortalAddresses): Promise<RunningPortal> {
  const [platform, ...contracts] = await Promise.all([
    fetchJson('the shell', resolveUrl(shell, 'platform.json'), shellExports),
    ...Object.entries(services).map(([name, address]) =>
      fetchJson(`svc-${name}`, resolveUrl(address, 'contract'), serviceContract),
    ),
  ]);
  return { services: contracts, platform: platform.exports };
}

/** Parts may answer below a path. */
const resolveUrl = (address: string, path: string) => new URL(path, address.replace(/\/*$/, '/'));

async function fetchJson<Output>(component: string, url: URL, schema: z.ZodType<Output>): Promise<Output> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return schema.parse(await response.json());
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new CommandError(`What ${component} can do is not known, for ${url} does not say (${reason}).`);
  }
}
