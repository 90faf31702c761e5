import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { abuse } from './abuse.ts';

const commandLine: CommandLine<undefined> = {
  name: 'abuse',
  description: 'Attacks every endpoint of a new portal with every hostile request. Exit code 1: findings.',
  examples: [''],
  define: (program, choose) => {
    program.action(() => choose(undefined));
  },
};

await runCommandLine(commandLine, async () => {
  const result = await abuse({ isShort: false, report: console.log });
  const findings = (Object.entries(result) as [string, readonly string[]][]).flatMap(([kind, messages]) =>
    messages.map((message) => `${kind}: ${message}`),
  );
  for (const line of findings) console.log(line);
  console.log(findings.length === 0 ? 'No findings' : `${findings.length} findings`);
  return findings.length === 0 ? 0 : exitCodes.failure;
});
