import { runProcess } from '@archaka/service-kit/server';
import { shellConfig } from './config.ts';
import { startShell } from './start-shell.ts';

await runProcess({ name: 'shell', config: shellConfig, start: startShell });
