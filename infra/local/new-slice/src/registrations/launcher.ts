import type { NewSlice } from '../options.ts';
import { insertAfter, type Registration } from './registration.ts';

/** A service's entry among the portal's processes. */
export const launcherComponent: Registration = {
  file: 'infra/local/src/components.ts',
  add: (text, options) =>
    insertAfter(
      text,
      /const services: Component\[\] = \[\n[\s\S]*?\n(?=\];\n)/,
      toComponentEntry(text, options),
    ),
};

const toComponentEntry = (text: string, { folder }: NewSlice) =>
  `  { ...service('${folder}', ${nextOffset(text)}), inheritedEnv: [], env: (portal) => common('${folder}', portal) },\n`;

/** Port offset from the portal's: the next free one. */
export function nextOffset(source: string): number {
  const usedOffsets = [...source.matchAll(/offset: (\d+)|service\('[\w-]+', (\d+)\)/g)];
  return Math.max(...usedOffsets.map(([, own, ofService]) => Number(own ?? ofService))) + 1;
}
