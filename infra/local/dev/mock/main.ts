import { runProcess } from '@archaka/service-kit/server';
import { mockConfig } from './config.ts';
import { startMock } from './start-mock.ts';

await runProcess({ name: 'mock', config: mockConfig, start: startMock });
