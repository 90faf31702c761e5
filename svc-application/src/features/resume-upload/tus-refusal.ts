import { conflict, notFound, tooLarge, unreadable } from '@archaka/service-kit';
import { Contended } from '../../store/contended.ts';

const elsewhere = () => conflict('The upload goes on from another place.');

const byStatus: Readonly<Record<number, () => Error>> = {
  404: notFound,
  409: elsewhere,
  410: notFound,
  413: tooLarge,
};

/** An error of the tus server, or of what it called, as the portal refuses. */
export function refusalOf(error: Error | { status_code: number }): Error {
  if (error instanceof Contended) return elsewhere();
  if ('status_code' in error && typeof error.status_code === 'number')
    return byStatus[error.status_code]?.() ?? unreadable('The upload cannot be read.');
  return error as Error;
}
