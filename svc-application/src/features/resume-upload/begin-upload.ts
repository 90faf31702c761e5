import { tooLarge, unreadable } from '@archaka/service-kit';
import type { Upload } from '@tus/server';
import type { Repositories } from '../../persistence/repositories.ts';
import { countUpload } from '../store-document/count-upload.ts';
import { getKind } from '../store-document/get-kind.ts';

/** Counts as a file of the day. @throws HttpProblem 429, 400 for an unknown kind or size, 413 over the kind's limit. */
export async function beginUpload(
  repositories: Repositories,
  { upload, ownerId }: { upload: Upload; ownerId: string },
): Promise<void> {
  await countUpload(repositories, ownerId);
  const { id, size, metadata = {} } = upload;
  const kind = getKind(metadata.kind);
  if (size === undefined) throw unreadable('The upload cannot be read.');
  if (size > kind.limit) throw tooLarge();
  await repositories.uploads.create({ id, ownerId, kind: kind.field, size });
}
