import { speaks } from '@archaka/compatibility';
import type { SliceBuild } from '../build/slice-build.ts';
import { Refusal } from '../refusal.ts';
import type { RunningPortal } from './running-portal.ts';

/** @throws Refusal that names each call the services do not speak as the build does, and each export the shell lacks */
export function refuseUnfit({ facts }: SliceBuild, version: string, portal: RunningPortal): void {
  const unspoken = speaks({ slice: facts, services: portal.services });
  const unlent = lackedBy(portal.platform, facts.platform).map(
    (name) => `${name}: the running shell does not lend it; deploy a shell that does first`,
  );
  const reasons = [...unspoken, ...unlent].map((reason) => `\n- ${reason}`);
  if (reasons.length === 0) return;
  throw new Refusal(`${facts.name} ${facts.version} (${version}) does not fit what runs:${reasons.join('')}`);
}

export const lackedBy = (lent: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter((name) => !lent.includes(name));
