import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

/** The first folder below `src`, or the file. */
const toRoom = (path: string) => path.split('/')[0] ?? path;

/** The other rooms that each room of a kit imports. */
function readArrows(source: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const file of globSync('**/*.ts', { cwd: source }).filter((each) => !each.endsWith('.test.ts'))) {
    const imports = [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)];
    const rooms = imports.map(([, path = '']) => toRoom(join(dirname(file), path)));
    const room = toRoom(file);
    arrows.set(room, new Set([...(arrows.get(room) ?? []), ...rooms.filter((other) => other !== room)]));
  }
  return arrows;
}

/** Whether a way of arrows leads back to the room. */
function isReached(room: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set<string>(arrows.get(room));
  for (const each of reached) for (const next of arrows.get(each) ?? []) reached.add(next);
  return reached.has(room);
}

test.each(['service-kit', 'privacy-kit'])('the rooms of %s form floors without arrows back up', (kit) => {
  const arrows = readArrows(join(ROOT, 'packages', kit, 'src'));
  expect(arrows.size).toBeGreaterThan(5);
  expect([...arrows.keys()].filter((room) => isReached(room, arrows))).toEqual([]);
});
