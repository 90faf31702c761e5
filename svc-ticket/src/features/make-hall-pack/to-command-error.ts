import { CommandError } from '@archaka/service-kit';
import { TicketSuperseded } from '../../persistence/ticket-repository.ts';

const RESUME_HINT = 'Finished parts are stored; run the same command again to resume.';

const MESSAGES: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `The disk of ${folder} is full. Free some space. ${RESUME_HINT}`,
  EDQUOT: (folder) => `The disk of ${folder} is full. Free some space. ${RESUME_HINT}`,
  EACCES: (folder) => `${folder} is not writable.`,
  EPERM: (folder) => `${folder} is not writable.`,
  EROFS: (folder) => `${folder} is not writable.`,
  ENOTDIR: (folder) => `${folder} cannot be created: a part of its path is not a folder.`,
  EEXIST: (folder) => `${folder} cannot be created: a file of that name exists.`,
};

/** Returns errors without an operator's message unchanged. */
export function toCommandError(error: unknown, folder: string): unknown {
  if (error instanceof TicketSuperseded) {
    return new CommandError(`A ticket of this centre was reissued meanwhile. ${RESUME_HINT}`);
  }
  const { code, cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const message = MESSAGES[code ?? ''];
  if (message) return new CommandError(message(folder));
  return cause instanceof Error ? toCommandError(cause, folder) : error;
}
