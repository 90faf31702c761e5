/**
 * Usage: `npm run files`, for all services; in svc-ticket's container `node src/commands/files.ts`.
 * Moves the files from MongoDB into the bucket of FILES_URL while the service runs. Resumable.
 * Exit code 0: none is left in MongoDB, 1: some are left, 2: failure.
 */
import { runFileMove } from '@archaka/service-kit';
import { fileFields } from '../persistence/file-fields.ts';

await runFileMove('ticket', fileFields);
