import { conflict, notFound, tooLarge, unreadable, WriteConflict } from '@archaka/service-kit';

const createOffsetConflict = () => conflict('The upload goes on from another place.');

const problemsByStatus: Readonly<Record<number, () => Error>> = {
  404: notFound,
  409: createOffsetConflict,
  410: notFound,
  413: tooLarge,
};

export function toProblem(error: Error | { status_code: number }): Error {
  if (error instanceof WriteConflict) return createOffsetConflict();
  if ('status_code' in error && typeof error.status_code === 'number')
    return problemsByStatus[error.status_code]?.() ?? unreadable('The upload cannot be read.');
  return error as Error;
}
