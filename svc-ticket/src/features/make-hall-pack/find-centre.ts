import { CannotRun } from '@archaka/service-kit';
import type { Centre } from '../../store/applications.ts';

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/**
 * The centre that is meant by its English or Telugu name.
 * @throws CannotRun that lists those that applications have chosen
 */
export function findCentre(asked: string, known: readonly Centre[]): Centre {
  const found = known.find(({ name, name_te }) => [name, name_te].map(plain).includes(plain(asked)));
  if (found) return found;
  if (known.length === 0) throw new CannotRun('No application for this examination is known.');
  const list = known.map(({ name, name_te }) => `${name} (${name_te})`).join(', ');
  throw new CannotRun(`No application has chosen the centre ${asked}. There are: ${list}.`);
}
