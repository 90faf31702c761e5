import { runProcess } from '@archaka/service-kit/server';
import { mockConfig, startMock } from './start-mock.ts';

await runProcess({ name: 'mock', config: mockConfig, start: startMock });
