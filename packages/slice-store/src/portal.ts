import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceContract, serviceContract } from '@archaka/contracts';
import { findUnsupportedCalls } from '@archaka/contracts/check';
import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import type { SliceBuild } from './build/slice-build.ts';

/** A component that has just started on a busy machine answers late; an operator can wait. */
const timeoutMs = 15_000;

export interface PortalAddresses {
  readonly shell: string;
  readonly services: Readonly<Record<ServiceContract['service'], string>>;
}

interface RunningPortal {
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

/** @throws CommandError with each unsupported call and each missing export of the shell */
export function assertCompatible({ facts }: SliceBuild, version: string, portal: RunningPortal): void {
  const unsupportedCalls = findUnsupportedCalls({ slice: facts, services: portal.services });
  const missingExports = findMissingExports(portal.platform, facts.platform).map(
    (name) => `${name}: the running shell does not share it; first deploy a shell that does`,
  );
  const reasons = [...unsupportedCalls, ...missingExports].map((reason) => `\n- ${reason}`);
  if (reasons.length === 0) return;
  throw new CommandError(
    `${facts.name} ${facts.version} (${version}) is incompatible with the running portal:${reasons.join('')}`,
  );
}

export const findMissingExports = (shared: readonly string[], required: readonly string[]): string[] =>
  required.filter((name) => !shared.includes(name));

const intervalMs = 25;
const registrySchema = z.object({ revision: z.number() });

/** @returns false when the shell does not serve this or a later revision in time */
export async function waitUntilServed(shell: string, revision: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if ((await fetchRevision(shell)) >= revision) return true;
    await pause(intervalMs);
  }
  return false;
}

async function fetchRevision(shell: string): Promise<number> {
  try {
    const response = await fetch(new URL('/slices.json', shell), {
      headers: { 'accept-encoding': 'gzip' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return registrySchema.parse(await response.json()).revision;
  } catch {
    return 0;
  }
}
