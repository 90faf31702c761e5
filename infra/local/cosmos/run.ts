import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';

const program = fileURLToPath(import.meta.resolve('react-cosmos/bin/cosmos.js'));
const config = fileURLToPath(new URL('cosmos.config.json', import.meta.url));

const commandLine: CommandLine<object> = {
  name: 'cosmos',
  description:
    "Shows the controls and every slice's screens in their states, in both languages, at http://localhost:8300.",
  examples: [''],
  define: (command, choose) => {
    command.action(() => choose({}));
  },
};

await runCommandLine(commandLine, async () => {
  const cosmos = spawn(process.execPath, [program, '--config', config], { stdio: 'inherit' });
  const [code] = await once(cosmos, 'exit');
  return code ?? exitCodes.interrupted;
});
