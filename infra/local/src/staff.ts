import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import { runLauncherCommand } from './operator-command.ts';
import { readSecrets } from './secrets.ts';

const commandLine: CommandLine<true> = {
  name: 'staff',
  description:
    "Prints the names, passwords and current codes of the local portal's staff, one of each role, for a sign-in at /desk. A code is valid once, within half a minute.",
  examples: [''],
  define: (program, choose) => {
    program.action(() => choose(true));
  },
};

await runLauncherCommand(commandLine, async ({ settings }) => {
  const step = toStep(new Date());
  const { LOCAL_STAFF_SECRET: secretOfAll } = readSecrets(settings.dataDir);
  if (!secretOfAll)
    throw new CommandError(`There is no portal in ${settings.dataDir}: npm start creates it.`);
  for (const { name, password, secret } of deriveLocalStaff(secretOfAll))
    console.log(`${name.padEnd(16)}  ${password}  ${createCode(secret, step)}`);
  return 0;
});
