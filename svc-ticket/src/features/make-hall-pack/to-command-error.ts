import { CommandError } from '@archaka/service-kit';
import { TicketSuperseded } from '../../persistence/ticket-repository.ts';

const RESUME_HINT = 'Finished parts are stored; run the same command again to resume.';

const MESSAGES: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `There is no room left for ${folder}. Make room. ${RESUME_HINT}`,
  EDQUOT: (folder) => `There is no room left for ${folder}. Make room. ${RESUME_HINT}`,
  EACCES: (folder) => `${folder} cannot be written.`,
  EPERM: (folder) => `${folder} cannot be written.`,
  EROFS: (folder) => `${folder} cannot be written.`,
  ENOTDIR: (folder) => `${folder} cannot be made: something on the way to it is no folder.`,
  EEXIST: (folder) => `${folder} cannot be made: there is a file of that name.`,
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
