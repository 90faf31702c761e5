import { toIndianIso } from '@archaka/contracts/calls';
import { type AttendanceNote, MAX_AGE_MS, type ScannerDatabase } from '../list/list-repository.ts';

/** Day and time in India, ISO 8601. */
function toIndianTime(at: number): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = toIndianIso(at).split('T');
  return { day, time: time.slice(0, 8) };
}

/** CSV as the desk reads it; without names. */
export const toAttendanceCsv = (notes: readonly AttendanceNote[]): string =>
  [
    'roll_number,day,attendance,time',
    ...notes.map(({ roll_number, attendance, at }) => {
      const { day, time } = toIndianTime(at);
      return [roll_number, day, attendance, time].join();
    }),
    '',
  ].join('\r\n');

/** @param now milliseconds since 1970 */
export function toAttendanceFileName(now: number): string {
  const { day, time } = toIndianTime(now);
  return `attendance-${day}-${time.slice(0, 5).replace(':', '')}.csv`;
}

/** Who was noted as present on this phone. */
export class AttendanceRepository {
  readonly #database: ScannerDatabase;

  constructor(database: ScannerDatabase) {
    this.#database = database;
  }

  /** Oldest first. */
  async list(): Promise<AttendanceNote[]> {
    return (await this.#database.getAll('attendance')).sort((one, other) => one.at - other.at);
  }

  find(rollNumber: string): Promise<AttendanceNote | undefined> {
    return this.#database.get('attendance', rollNumber);
  }

  /** The first note of a candidate stays. @returns the note that is stored */
  async add(note: AttendanceNote): Promise<AttendanceNote> {
    const { store, done } = this.#database.transaction('attendance', 'readwrite');
    const stored = await store.get(note.roll_number);
    if (!stored) await store.put(note, note.roll_number);
    await done;
    return stored ?? note;
  }

  /** @returns the last note, which is removed */
  async removeLast(): Promise<AttendanceNote | undefined> {
    const last = (await this.list()).at(-1);
    if (last) await this.#database.delete('attendance', last.roll_number);
    return last;
  }

  /** Removes notes of more than 30 days. `now`: milliseconds since 1970. */
  async sweep(now: number): Promise<void> {
    for (const { roll_number, at } of await this.list())
      if (now - at > MAX_AGE_MS) await this.#database.delete('attendance', roll_number);
  }
}
