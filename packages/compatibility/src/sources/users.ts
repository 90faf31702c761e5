import { globSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@archaka/contracts';
import { importsOfContracts } from './imports.ts';

/** Rooms that speak to services or take events, and the names that they import from the contracts. */
export type Users = ReadonlyMap<string, ReadonlySet<string>>;

const ROOMS = '{shell,mf-*,svc-*,hall-scanner,packages/platform}';

/** Reads which room of a checkout imports what. */
export async function readUsers(root: string): Promise<Users> {
  const rooms = globSync(ROOMS, { cwd: root }).toSorted();
  return new Map(
    await Promise.all(
      rooms.map(
        async (room) => [path.basename(room), await importsOfContracts(path.join(root, room))] as const,
      ),
    ),
  );
}

/** The rooms that import this call or event. */
export function usersOf(subject: unknown, users: Users): string[] {
  const names = Object.entries(contracts)
    .filter(([, value]) => value === subject)
    .map(([name]) => name);
  return [...users].filter(([, imported]) => names.some((name) => imported.has(name))).map(([room]) => room);
}
