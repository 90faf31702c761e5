import { type ServiceContract, serviceContract } from '@archaka/contracts';
import * as z from 'zod';
import { Refusal } from '../refusal.ts';

const withinMs = 3000;

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
const lentByShell = z.object({ exports: z.array(z.string()) });

/** @throws Refusal when a part does not answer: what it can do cannot be known then */
export async function askPortal({ shell, services }: PortalAddresses): Promise<RunningPortal> {
  const [platform, ...contracts] = await Promise.all([
    ask('the shell', under(shell, 'platform.json'), lentByShell),
    ...Object.entries(services).map(([name, address]) =>
      ask(`svc-${name}`, under(address, 'contract'), serviceContract),
    ),
  ]);
  return { services: contracts, platform: platform.exports };
}

/** Parts may answer below a path. */
const under = (address: string, path: string) => new URL(path, address.replace(/\/*$/, '/'));

async function ask<Answer>(part: string, url: URL, answer: z.ZodType<Answer>): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return answer.parse(await response.json());
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new Refusal(`What ${part} can do is not known, for ${url} does not say (${why}).`);
  }
}
