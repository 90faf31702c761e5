import { eventually, pay, ticketOf } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readPdf } from '../read-pdf.ts';
import { readQrCode } from './qr-code.ts';
import {
  expectRefused,
  type Guest,
  newestRecord,
  type Stage,
  type Submitted,
  send,
  submitted,
} from './stage.ts';

export const tickets = (stage: Stage) =>
  describe('tickets', () => {
    let session: Guest;
    let own: Submitted;
    beforeAll(async () => {
      session = await stage.newcomer();
      own = await submitted(session);
    });
    const ask = (who: Guest, id = own.application_id) =>
      send(stage.portal().origin, `/api/tickets/${id}`, { session: who, method: 'GET' });
    const verify = async (token: string) => {
      const response = await fetch(`${stage.portal().origin}/verify/${token}`);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const tokenOf = async (bytes: Uint8Array) => {
      const address = await readQrCode(bytes);
      expect(address.startsWith(`${stage.portal().origin}/verify/`)).toBe(true);
      return address.slice(address.lastIndexOf('/') + 1);
    };

    test('before payment and for what is no application it is 404, for another’s 403', async () => {
      expectRefused(await ask(session), 404);
      for (const id of ['ARC24-00000000', 'x', '%00', '..%2f..', 'x'.repeat(5000)])
        expectRefused(await ask(session, id), 404, 400);
      expectRefused(await ask(await stage.newcomer()), 403);
    });

    test('after payment it is a PDF for its owner, 202 with Retry-After until then', async () => {
      const { payment } = await pay(session, stage.portal().simulator, own.order_id);
      const ready = await eventually(
        async () => {
          const answer = await ask(session);
          if (answer.http === 202) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
          else expect([200, 404]).toContain(answer.http);
          return answer.http === 200 && answer;
        },
        { timeoutMs: 30_000, everyMs: 5 },
      );
      expect(ready.headers.get('content-type')).toBe('application/pdf');
      expect(ready.headers.get('x-ticket-version')).toBe('1');
      expect(ready.headers.get('cache-control')).toMatch(/no-store/);
      const response = await ticketOf(session, own.application_id);
      const { pages, text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
      expect(pages).toBe(1);
      expect(text).toContain(own.application_id);
      expect(text).toContain(session.person.name);
      expect(text).toContain('Success');
      expect(text).not.toContain(session.person.aadhar);
      expect(text).not.toContain(payment.id.slice(4).toUpperCase());
      expectRefused(await ask(await stage.newcomer()), 403);
    });

    test('its QR code leads to a public page that knows it as genuine, and no other', async () => {
      const response = await ticketOf(session, own.application_id);
      const token = await tokenOf(new Uint8Array(await response.arrayBuffer()));
      const genuine = await verify(token);
      expect(genuine.status).toBe(200);
      expect(genuine.headers.get('content-type')).toMatch(/^text\/html/);
      expect(genuine.text).toContain(own.application_id);
      expect(genuine.text).not.toContain(session.person.aadhar);
      expect(genuine.text).not.toContain(session.person.number);
      const middle = Math.floor(token.length / 2);
      const tampered = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
      for (const made of [tampered, token.slice(0, -4), `${token}AAAA`, 'A', 'A'.repeat(token.length)]) {
        const page = await verify(made);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toContain(own.application_id);
        expect(page.text).not.toEqual(genuine.text);
      }
      for (const odd of [
        '%E0%A4%A',
        '%00',
        encodeURIComponent('<script>alert(1)</script>'),
        'x'.repeat(9000),
      ]) {
        const page = await verify(odd);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toContain('<script>alert(1)');
      }
    });

    test('an edit makes the ticket’s next version; the old one is not current any more', async () => {
      const old = await ticketOf(session, own.application_id);
      const oldToken = await tokenOf(new Uint8Array(await old.arrayBuffer()));
      const before = (await verify(oldToken)).text;
      const { application_id } = own;
      const [form] = (await session.call('getapplicationform', { application_id })).body.data;
      const { id } = await newestRecord(session);
      const edited = await session.call('upadteapplication', { ...form, id, name: 'Edited Sarma' });
      expect(edited.body).toEqual({ status: 200 });
      const newer = await eventually(
        async () => {
          const response = await session.fetch(`/api/tickets/${application_id}`);
          expect([200, 202]).toContain(response.status);
          if (response.headers.get('x-ticket-version') === '2') return response;
          await response.body?.cancel();
          return undefined;
        },
        { timeoutMs: 30_000 },
      );
      const { text } = await readPdf(new Uint8Array(await newer.arrayBuffer()));
      expect(text).toContain('Edited Sarma');
      expect((await verify(oldToken)).text).not.toEqual(before);
    });
  });
