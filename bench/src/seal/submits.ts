import { setTimeout as pause } from 'node:timers/promises';
import { buildApplicationForm, createApplicantSession, type Portal } from '@archaka/test-kit';
import type { PlainPerson } from './plain-people.ts';

export interface Submit {
  readonly person: PlainPerson;
  /** From its due time, including delays of the sender. */
  readonly ms: number;
  /** The response without an order. */
  readonly failure?: string;
}

export interface Submits {
  readonly submits: readonly Submit[];
  readonly seconds: number;
}

/** More concurrent requests than the portal answers in a second: further ones wait. */
const MAX_UNDER_WAY = 64;

async function submitDraft(
  { applicant, cookie, documentIds }: PlainPerson,
  { origin }: Portal,
): Promise<string | undefined> {
  const send = (path: string, init: RequestInit) => fetch(`${origin}${path}`, init);
  const session = createApplicantSession({ origin, send }, { person: applicant, cookie });
  const form = await buildApplicationForm(applicant, {
    save_id: 2,
    image: [{ document_id: documentIds.photo, filetype: 'jpeg' }],
    birthcertificate: [{ document_id: documentIds.birthCertificate, filetype: 'pdf' }],
  });
  const { http, body } = await session.call('submitapplicationform', form);
  return body?.orderId ? undefined : `${http} ${body?.title ?? body?.message}`;
}

interface SubmitsOptions {
  readonly portal: Portal;
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/** Submits at a fixed rate, until the signal or the last of the people. */
export async function submitUntil(
  people: Iterator<PlainPerson>,
  { portal, perSecond, signal }: SubmitsOptions,
): Promise<Submits> {
  const submits: Submit[] = [];
  const underWay = new Set<Promise<void>>();
  const start = performance.now();
  const submit = async (person: PlainPerson, dueAt: number) => {
    const failure = await submitDraft(person, portal).catch((error: Error) => error.message);
    submits.push({ person, ms: performance.now() - dueAt, ...(failure !== undefined && { failure }) });
  };
  for (let count = 0; !signal.aborted; count += 1) {
    const dueAt = start + (count * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const { value: person, done } = people.next();
    if (done) break;
    const submitting: Promise<void> = submit(person, dueAt).finally(() => underWay.delete(submitting));
    underWay.add(submitting);
    if (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return { submits, seconds: (performance.now() - start) / 1000 };
}
