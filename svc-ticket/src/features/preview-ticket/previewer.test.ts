import { examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { createLog, type ServiceClient } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { WantedPreview } from '../../domain/application.ts';
import { snapshotOf } from '../../domain/testing/examples.ts';
import type { PreviewedTicket } from '../../render/printed-ticket.ts';
import { startPreviewer } from './previewer.ts';

const facts = examinationSchema.parse(exam2024);
const snapshot = snapshotOf();
const wanted = (own: Partial<WantedPreview> = {}): WantedPreview => ({
  application_id: snapshot.application_id,
  edition: { version: 1, user_id: 'user', snapshot },
  ...own,
});
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const LONG_MS = 60_000;

/** A previewer whose tickets are in the making until `rest` is called, and whose press notes what it is given. */
function aStudio(press: () => Promise<Buffer> = async () => picture) {
  const { promise: atRest, resolve: rest } = Promise.withResolvers<void>();
  const pictured: PreviewedTicket[] = [];
  const services: ServiceClient = {
    call: () => Promise.reject(new Error('not asked')),
    get: async () => ({ type: 'image/png', content: picture }),
  };
  const previewer = startPreviewer({
    services,
    facts,
    previews: { find: async () => undefined, keep: async () => undefined },
    press: {
      print: () => Promise.reject(new Error('not asked')),
      picture: (preview) => {
        pictured.push(preview);
        return press();
      },
      ready: async () => undefined,
      close: async () => undefined,
    },
    ticketQueue: { whenIdle: () => atRest },
    log: createLog({ name: 'test', level: 'silent' }),
  });
  return { previewer, pictured, rest };
}

test('while a ticket is in the making, then a preview waits and its applicant is told to come again', async () => {
  const { previewer, pictured, rest } = aStudio();
  expect(await previewer.preview(wanted(), 50)).toBeUndefined();
  expect(pictured).toEqual([]);
  rest();
  expect(await previewer.preview(wanted(), LONG_MS)).toBeInstanceOf(Buffer);
  expect(pictured).toHaveLength(1);
});

test('when far too many previews wait already, then a further one is not even begun', async () => {
  const { previewer, pictured } = aStudio();
  const editions = Array.from({ length: 51 }, (_, version) => ({ version, user_id: 'user', snapshot }));
  await Promise.all(editions.map((edition) => previewer.preview(wanted({ edition }), 1)));
  const oneMore = wanted({ edition: { version: 51, user_id: 'user', snapshot } });
  expect(await previewer.preview(oneMore, LONG_MS)).toBeUndefined();
  expect(pictured).toEqual([]);
});

test('a preview has a mark and no code, paid or not, and says what comes with the payment', async () => {
  const { previewer, pictured, rest } = aStudio();
  rest();
  const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };
  await previewer.preview(wanted(), LONG_MS);
  await previewer.preview(wanted({ payment }), LONG_MS);
  const [unpaid, paid] = pictured;
  const said = (preview: PreviewedTicket | undefined) =>
    preview?.rows.slice(4, 7).map(({ value }) => value.en ?? value.te);

  expect(pictured.some((preview) => 'code' in preview)).toBe(false);
  expect(unpaid?.mark.en).toBe('Preview only · not valid until paid');
  expect(said(unpaid)).toEqual(['Comes after payment', 'Comes after payment', 'Pending']);
  expect(paid?.mark.en).toBe('Preview only · not valid as a hall ticket');
  expect(said(paid)).toEqual(['order_1', 'pay_1', 'Success']);
});

test('when the press fails, then a part is down, and the next one who asks has it made', async () => {
  const failures = [new Error('the browser died')];
  const { previewer, rest } = aStudio(async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return picture;
  });
  rest();
  await expect(previewer.preview(wanted(), LONG_MS)).rejects.toMatchObject({ status: 503 });
  expect(await previewer.preview(wanted(), LONG_MS)).toBeInstanceOf(Buffer);
});
