import { routes } from '@archaka/contracts';
import type { Router } from 'express';
import type { InboxStore } from '../../store/inbox.ts';

export const inboxRoute = (inbox: InboxStore) => (router: Router) => {
  router.get(routes.inbox.path, async ({ query: { number } }, response) => {
    response.json(await inbox.newestFirst(typeof number === 'string' ? number : undefined));
  });
};
