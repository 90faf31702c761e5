import { CannotRun } from '@archaka/service-kit';
import { TicketGone } from '../../store/tickets.ts';

const KEPT = 'What is made so far is kept; run the same command again to go on.';

const SENTENCES: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `There is no room left for ${folder}. Make room. ${KEPT}`,
  EDQUOT: (folder) => `There is no room left for ${folder}. Make room. ${KEPT}`,
  EACCES: (folder) => `${folder} cannot be written.`,
  EPERM: (folder) => `${folder} cannot be written.`,
  EROFS: (folder) => `${folder} cannot be written.`,
  ENOTDIR: (folder) => `${folder} cannot be made: something on the way to it is no folder.`,
  EEXIST: (folder) => `${folder} cannot be made: there is a file of that name.`,
};

/** What stopped a pack as a sentence for its operator, where there is one to say. */
export function toldPlainly(error: unknown, folder: string): unknown {
  if (error instanceof TicketGone) {
    return new CannotRun(`A ticket of this centre was made anew meanwhile. ${KEPT}`);
  }
  const { code, cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const sentence = SENTENCES[code ?? ''];
  if (sentence) return new CannotRun(sentence(folder));
  return cause instanceof Error ? toldPlainly(cause, folder) : error;
}
