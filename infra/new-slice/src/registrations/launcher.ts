import type { Asked } from '../asked.ts';
import { after, type Registration } from './registration.ts';

/** A service's place among the portal's processes. */
export const launcherPart: Registration = {
  file: 'infra/launcher/src/parts.ts',
  add: (text, asked) =>
    after(text, /const services: Part\[\] = \[\n[\s\S]*?\n(?=\];\n)/, partOf(text, asked)),
};

const partOf = (text: string, { folder }: Asked) =>
  `  { ...service('${folder}', ${nextOffset(text)}), takes: [], env: (portal) => common('${folder}', portal) },\n`;

/** Ports are counted from the portal's: the next one that no part has. */
export function nextOffset(parts: string): number {
  const taken = [...parts.matchAll(/offset: (\d+)|service\('[\w-]+', (\d+)\)/g)];
  return Math.max(...taken.map(([, own, ofService]) => Number(own ?? ofService))) + 1;
}
