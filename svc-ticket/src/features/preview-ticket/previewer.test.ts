import { examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { createLog, type ServiceClient } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { PreviewRequest } from '../../domain/application.ts';
import { buildSnapshot } from '../../domain/testing/builders.ts';
import type { PreviewedTicket } from '../../render/printed-ticket.ts';
import { startPreviewer } from './previewer.ts';

const examination = examinationSchema.parse(exam2024);
const snapshot = buildSnapshot();
const buildRequest = (overrides: Partial<PreviewRequest> = {}): PreviewRequest => ({
  application_id: snapshot.application_id,
  applicationVersion: { version: 1, user_id: 'user', snapshot },
  ...overrides,
});
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const LONG_MS = 60_000;

/** A previewer whose tickets are in the making until `rest` is called, and whose press notes what it is given. */
function createTestPreviewer(render: () => Promise<Buffer> = async () => picture) {
  const { promise: idle, resolve: becomeIdle } = Promise.withResolvers<void>();
  const rendered: PreviewedTicket[] = [];
  const services: ServiceClient = {
    call: () => Promise.reject(new Error('not asked')),
    get: async () => ({ type: 'image/png', content: picture }),
  };
  const previewer = startPreviewer({
    services,
    examination,
    previews: { find: async () => undefined, save: async () => undefined, remove: async () => undefined },
    renderer: {
      print: () => Promise.reject(new Error('not asked')),
      screenshot: (preview) => {
        rendered.push(preview);
        return render();
      },
      ready: async () => undefined,
      close: async () => undefined,
    },
    ticketQueue: { whenIdle: () => idle },
    log: createLog({ name: 'test', level: 'silent' }),
  });
  return { previewer, rendered, becomeIdle };
}

test('while a ticket is in the making, then a preview waits and its applicant is told to come again', async () => {
  const { previewer, rendered, becomeIdle } = createTestPreviewer();
  expect(await previewer.preview(buildRequest(), 50)).toBeUndefined();
  expect(rendered).toEqual([]);
  becomeIdle();
  expect(await previewer.preview(buildRequest(), LONG_MS)).toBeInstanceOf(Buffer);
  expect(rendered).toHaveLength(1);
});

test('when far too many previews wait already, then a further one is not even begun', async () => {
  const { previewer, rendered } = createTestPreviewer();
  const versions = Array.from({ length: 51 }, (_, version) => ({ version, user_id: 'user', snapshot }));
  await Promise.all(
    versions.map((applicationVersion) => previewer.preview(buildRequest({ applicationVersion }), 1)),
  );
  const oneMore = buildRequest({ applicationVersion: { version: 51, user_id: 'user', snapshot } });
  expect(await previewer.preview(oneMore, LONG_MS)).toBeUndefined();
  expect(rendered).toEqual([]);
});

test('a preview has a mark and no code, paid or not, and says what comes with the payment', async () => {
  const { previewer, rendered, becomeIdle } = createTestPreviewer();
  becomeIdle();
  const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };
  await previewer.preview(buildRequest(), LONG_MS);
  await previewer.preview(buildRequest({ payment }), LONG_MS);
  const [unpaid, paid] = rendered;
  const toShownValues = (preview: PreviewedTicket | undefined) =>
    preview?.rows.slice(-3).map(({ value }) => value.en ?? value.te);

  expect(rendered.some((preview) => 'code' in preview)).toBe(false);
  expect(unpaid?.mark.en).toBe('Preview only · not valid until paid');
  expect(toShownValues(unpaid)).toEqual(['Comes after payment', 'Comes after payment', 'Pending']);
  expect(paid?.mark.en).toBe('Preview only · not valid as a hall ticket');
  expect(toShownValues(paid)).toEqual(['order_1', 'pay_1', 'Success']);
});

test('when the press fails, then a part is down, and the next one who asks has it made', async () => {
  const failures = [new Error('the browser died')];
  const { previewer, becomeIdle } = createTestPreviewer(async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return picture;
  });
  becomeIdle();
  await expect(previewer.preview(buildRequest(), LONG_MS)).rejects.toMatchObject({ status: 503 });
  expect(await previewer.preview(buildRequest(), LONG_MS)).toBeInstanceOf(Buffer);
});
