import { completePayment, eventually, waitForTicket } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readPdf } from '../read-pdf.ts';
import {
  type ContractEnvironment,
  expectProblem,
  readNewestRecord,
  type Submission,
  send,
  submitForm,
  type ThrottledSession,
} from './environment.ts';
import { readQrCode } from './qr-code.ts';

export const tickets = (environment: ContractEnvironment) =>
  describe('tickets', () => {
    let session: ThrottledSession;
    let submission: Submission;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      submission = await submitForm(session);
    });
    const fetchTicket = (requester: ThrottledSession, id = submission.application_id) =>
      send(environment.portal().origin, `/api/tickets/${id}`, { session: requester, method: 'GET' });
    const verifyToken = async (token: string) => {
      const response = await fetch(`${environment.portal().origin}/verify/${token}`);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const readToken = async (bytes: Uint8Array) => {
      const address = await readQrCode(bytes);
      expect(address.startsWith(`${environment.portal().origin}/verify/`)).toBe(true);
      return address.slice(address.lastIndexOf('/') + 1);
    };

    test('responds 404 before payment and for an unknown application, 403 for another’s', async () => {
      expectProblem(await fetchTicket(session), 404);
      for (const id of ['ARC24-00000000', 'x', '%00', '..%2f..', 'x'.repeat(5000)])
        expectProblem(await fetchTicket(session, id), 404, 400);
      expectProblem(await fetchTicket(await environment.registerApplicant()), 403);
    });

    test('returns a PDF to the owner after payment, 202 with Retry-After until then [S-1.17]', async () => {
      const { payment } = await completePayment(session, environment.portal().simulator, submission.order_id);
      const ticketResponse = await eventually(
        async () => {
          const response = await fetchTicket(session);
          if (response.http === 202) expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
          else expect([200, 404]).toContain(response.http);
          return response.http === 200 && response;
        },
        { timeoutMs: 30_000, intervalMs: 5 },
      );
      expect(ticketResponse.headers.get('content-type')).toBe('application/pdf');
      expect(ticketResponse.headers.get('x-ticket-version')).toBe('1');
      expect(ticketResponse.headers.get('cache-control')).toMatch(/no-store/);
      const response = await waitForTicket(session, submission.application_id);
      const { pageCount: pages, text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
      expect(pages).toBe(1);
      expect(text).toContain(submission.application_id);
      expect(text).toContain(session.person.name);
      expect(text).toContain('Success');
      expect(text).not.toContain(session.person.aadhar);
      expect(text).not.toContain(payment.id.slice(4).toUpperCase());
      expectProblem(await fetchTicket(await environment.registerApplicant()), 403);
    });

    test('leads from its QR code to a public page that verifies this ticket, and no other', async () => {
      const response = await waitForTicket(session, submission.application_id);
      const token = await readToken(new Uint8Array(await response.arrayBuffer()));
      const genuinePage = await verifyToken(token);
      expect(genuinePage.status).toBe(200);
      expect(genuinePage.headers.get('content-type')).toMatch(/^text\/html/);
      expect(genuinePage.text).toContain(submission.application_id);
      expect(genuinePage.text).not.toContain(session.person.aadhar);
      expect(genuinePage.text).not.toContain(session.person.number);
      const middle = Math.floor(token.length / 2);
      const tampered = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
      for (const forgedToken of [
        tampered,
        token.slice(0, -4),
        `${token}AAAA`,
        'A',
        'A'.repeat(token.length),
      ]) {
        const page = await verifyToken(forgedToken);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toContain(submission.application_id);
        expect(page.text).not.toEqual(genuinePage.text);
      }
      for (const malformedToken of [
        '%E0%A4%A',
        '%00',
        encodeURIComponent('<script>alert(1)</script>'),
        'x'.repeat(9000),
      ]) {
        const page = await verifyToken(malformedToken);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toContain('<script>alert(1)');
      }
    });

    test('issues the ticket’s next version after an edit, and shows the old one as not current', async () => {
      const oldTicket = await waitForTicket(session, submission.application_id);
      const oldToken = await readToken(new Uint8Array(await oldTicket.arrayBuffer()));
      const textBefore = (await verifyToken(oldToken)).text;
      const { application_id } = submission;
      const [form] = (await session.call('getapplicationform', { application_id })).body.data;
      const { id } = await readNewestRecord(session);
      const editResponse = await session.call('upadteapplication', { ...form, id, name: 'Edited Sarma' });
      expect(editResponse.body).toEqual({ status: 200 });
      const newTicket = await eventually(
        async () => {
          const response = await session.fetch(`/api/tickets/${application_id}`);
          expect([200, 202]).toContain(response.status);
          if (response.headers.get('x-ticket-version') === '2') return response;
          await response.body?.cancel();
          return undefined;
        },
        { timeoutMs: 30_000 },
      );
      const { text } = await readPdf(new Uint8Array(await newTicket.arrayBuffer()));
      expect(text).toContain('Edited Sarma');
      expect((await verifyToken(oldToken)).text).not.toEqual(textBefore);
    });
  });
