/** Moves files from MongoDB into the bucket; `npm run files` runs it for all services. Exit codes of `runRewriting`. */
import { runFileMove } from '@archaka/service-kit';
import { fileFields } from '../persistence/file-fields.ts';

await runFileMove('ticket', fileFields);
