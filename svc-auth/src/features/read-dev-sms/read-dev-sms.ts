import { routes } from '@archaka/contracts';
import type { Router } from 'express';
import type { DevSmsRepository } from '../../persistence/dev-sms-repository.ts';

export const createReadDevSmsRoute = (devSms: DevSmsRepository) => (router: Router) => {
  router.get(routes.inbox.path, async ({ query: { number } }, response) => {
    response.json(await devSms.listNewest(typeof number === 'string' ? number : undefined));
  });
};
