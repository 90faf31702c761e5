import { CommandError } from '@archaka/service-kit';
import type { Centre } from '../../persistence/application-repository.ts';

const normalizeName = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Matches the English or Telugu name. @throws CommandError that lists the known centres */
export function findCentre(query: string, centres: readonly Centre[]): Centre {
  const found = centres.find(({ name, name_te }) =>
    [name, name_te].map(normalizeName).includes(normalizeName(query)),
  );
  if (found) return found;
  if (centres.length === 0) throw new CommandError('There are no applications for this examination.');
  const list = centres.map(({ name, name_te }) => `${name} (${name_te})`).join(', ');
  throw new CommandError(`No application has the centre ${query}. Centres with applications: ${list}.`);
}
