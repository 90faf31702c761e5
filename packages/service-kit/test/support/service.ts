import { once } from 'node:events';
import {
  type EventDefinition,
  events,
  examinationRevised,
  paymentCaptured,
  ticketIssued,
} from '@archaka/contracts';
import mongoose from 'mongoose';
import * as z from 'zod';
import {
  baseConfig,
  businessError,
  defineJob,
  getUser,
  handleCall,
  handleEvent,
  ok,
  runService,
} from '../../src/index.ts';
import { greet, rename, slow } from './calls.ts';
import { createEffects } from './effects.ts';
import { buildTicketIssued } from './messages.ts';

const uniqueName = new mongoose.Schema({ _id: String, owner: { type: String, unique: true } });

/** Besides the one that service-kit consumes. */
const consumedEvents = (events as readonly EventDefinition[]).filter(
  (event) => event.consumers.includes('ticket') && event !== examinationRevised,
);

await runService({
  service: 'ticket',
  config: baseConfig.extend({ GREETING: z.string() }),
  build: ({ db, events, guard, config, examination }) => {
    const effects = createEffects(db.connection);
    const names = db.connection.model('Name', uniqueName);

    return {
      handlers: [
        handleCall(greet, {
          handle: async ({ body }) => ok({ data: [{ text: `${config.GREETING} ${body.who}` }] }),
          maxAge: 300,
        }),
        handleCall(rename, {
          handle: async ({ body, user }) => {
            if (await names.findById(body.name).lean()) return businessError(420);
            await db.transaction(async () => {
              await names.create([{ _id: body.name, owner: user.id }]);
              await events.publish(ticketIssued, buildTicketIssued(body.name));
            });
            return ok();
          },
        }),
        handleCall(slow, {
          handle: async () => {
            const stopSignal = once(process, 'SIGTERM');
            await effects.add('slow-begun');
            await stopSignal;
            await db.transaction(async () => {
              await effects.add('slow-done');
              await events.publish(ticketIssued, buildTicketIssued('slow'));
            });
            return ok();
          },
        }),
      ],
      routes: (router) => {
        router.get('/api/whoami', guard.applicant, (_request, response) => {
          response.json({ id: getUser(response).id, year: examination.examine_year });
        });
      },
      publicRoutes: [{ service: 'ticket', method: 'GET', path: '/api/whoami', session: 'required' }],
      eventHandlers: consumedEvents.map((event) =>
        event === paymentCaptured
          ? handleEvent(paymentCaptured, ({ order_id }) => effects.add(order_id))
          : handleEvent(event, async () => {}),
      ),
      jobs: [defineJob({ name: 'tick', ms: 60_000, run: () => effects.add('tick') })],
    };
  },
});
