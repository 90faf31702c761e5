import type { User } from '@archaka/platform';
import { useEffect } from 'react';
import { createAutosave } from './autosave.ts';
import { toBaseline } from './use-draft-recovery.ts';

/** Once the application is submitted, nothing of its form stays on this device. */
export function useLocalDraftRemoval(user: User): void {
  useEffect(() => createAutosave(user, toBaseline(undefined, user.number)).stopAndClear(), [user]);
}
