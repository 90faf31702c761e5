import { findUnsupportedCalls } from '@archaka/contracts/check';
import { CommandError } from '@archaka/service-kit/command-line';
import type { SliceBuild } from '../build/slice-build.ts';
import type { RunningPortal } from './fetch-running-portal.ts';

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
