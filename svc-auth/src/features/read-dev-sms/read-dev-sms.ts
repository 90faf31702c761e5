import { routes } from '@archaka/contracts';
import type { Router } from 'express';
import type { DevSmsRepository } from '../../persistence/dev-sms-repository.ts';

export const createReadDevSmsRoute = (devSms: DevSmsRepository) => (router: Router) => {
  router.get(routes.inbox.path, async ({ query: { kind, number } }, response) => {
    const listed = kind === 'texts' ? 'text' : 'otp';
    response.json(await devSms.listNewest(listed, typeof number === 'string' ? number : undefined));
  });
};
