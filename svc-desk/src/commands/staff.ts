import { baseConfig, runCommand } from '@archaka/service-kit';
import { config as deskConfig } from '../config.ts';
import { manageStaff } from '../features/manage-staff/manage-staff.ts';
import { StaffRepository } from '../persistence/staff-repository.ts';
import { commandLine } from './command-lines/staff.ts';

const { DESK_KEYS_SECRET, LOCAL_STAFF_SECRET } = deskConfig.shape;

await runCommand({
  commandLine,
  service: 'desk',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ DESK_KEYS_SECRET, LOCAL_STAFF_SECRET }),
  permission: () => 'staff',
  audit: {
    action: 'command.staff',
    describe: ({ options: command }) => ({
      detail: {
        what: command.action,
        ...('name' in command && { member: command.name }),
        ...('roles' in command && { roles: command.roles.join(',') }),
      },
    }),
  },
  run: async ({ db, config, options }) => {
    const staff = new StaffRepository(db, config.DESK_KEYS_SECRET);
    const lines = await manageStaff(staff, options, { localSecret: config.LOCAL_STAFF_SECRET });
    for (const line of lines) console.log(line);
    return 0;
  },
});
