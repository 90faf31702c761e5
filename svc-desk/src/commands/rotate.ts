import { createMasterKeyRotation } from '@archaka/privacy-kit';
import { runRotation } from '@archaka/service-kit';
import { variables } from '../config.ts';
import { MarkSheetRepository } from '../persistence/marks-repository.ts';
import { StaffRepository } from '../persistence/staff-repository.ts';

const config = variables.pick({ DESK_KEYS_SECRET: true, MASTER_KEYS: true, KMS_KEY_ID: true });

await runRotation({
  service: 'desk',
  config,
  rotations: {
    master: (input) => createMasterKeyRotation('desk', input),
    staff: ({ db, config: { DESK_KEYS_SECRET: ring } }) => ({
      variable: 'DESK_KEYS_SECRET',
      ring,
      oldRows: [new StaffRepository(db, ring).findOldRows(), new MarkSheetRepository(db, ring).findOldRows()],
    }),
  },
});
