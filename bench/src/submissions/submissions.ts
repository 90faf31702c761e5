import { type ApplicantSession, applicationForm, newcomer, type Portal, pdf, photo } from '@archaka/test-kit';
import { median, rate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { startFloor } from './floor.ts';

const ROUNDS = 5;
const A_ROUND = 100;
const AT_ONCE = 16;
const AIM = 0.4;

interface Submission {
  readonly session: ApplicantSession;
  readonly form: Record<string, unknown>;
}

async function upload({ fetch }: ApplicantSession, kind: string, file: Buffer, name: string) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([Uint8Array.from(file)]), name);
  const { document_id, filetype } = (await (
    await fetch('/api/documents', { method: 'POST', body })
  ).json()) as {
    document_id: string;
    filetype: string;
  };
  return [{ document_id, filetype }];
}

/** Someone signed in, whose papers are uploaded and whose form is filled. */
async function ready(portal: Portal, picture: Buffer): Promise<Submission> {
  const session = await newcomer(portal.origin);
  const form = await applicationForm(session.person, {
    save_id: 2,
    image: await upload(session, 'image', picture, 'me.jpg'),
    birthcertificate: await upload(session, 'birthcertificate', pdf(), 'birth.pdf'),
  });
  return { session, form };
}

async function submit({ session, form }: Submission): Promise<void> {
  const { http, body } = await session.call('submitapplicationform', form);
  if (!body.orderId) throw new Error(`a submission failed: ${http} ${JSON.stringify(body)}`);
}

async function submitToFloor(url: string, { session, form }: Submission): Promise<void> {
  const response = await fetch(`${url}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session.cookie() },
    body: JSON.stringify(form),
  });
  if (!response.ok || !((await response.json()) as { id?: string }).id) throw new Error('the floor failed');
}

/** Submissions a second through gateway and services, against the floor, round by round in turn. */
export async function benchSubmissions(portal: Portal): Promise<Figure> {
  const picture = await photo();
  const prepared: Submission[] = [];
  await rate(Array.from({ length: ROUNDS * A_ROUND }), 8, async () => {
    prepared.push(await ready(portal, picture));
  });
  const floor = await startFloor(portal);
  const [ours, floors, ratios]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const these = prepared.slice(round * A_ROUND, (round + 1) * A_ROUND);
      const bare = await rate(these, AT_ONCE, (one) => submitToFloor(floor.url, one));
      const full = await rate(these, AT_ONCE, submit);
      ours.push(full);
      floors.push(bare);
      ratios.push(full / bare);
      console.log(`submissions, round ${round + 1}: ${full.toFixed(0)}/s against ${bare.toFixed(0)}/s`);
    }
  } finally {
    await floor.stop();
  }
  return {
    what: `submissions, ${AT_ONCE} at once, median of ${ROUNDS} rounds of ${A_ROUND}`,
    measured: `${median(ours).toFixed(0)}/s`,
    against: `bare Express, same writes and hops: ${median(floors).toFixed(0)}/s`,
    ratio: `${median(ratios).toFixed(2)} (aim ≥ ${AIM})`,
    reached: median(ratios) >= AIM,
  };
}
