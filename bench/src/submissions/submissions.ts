import {
  type ApplicantSession,
  buildApplicationForm,
  buildPdf,
  buildPhoto,
  type Portal,
  registerApplicant,
} from '@archaka/test-kit';
import { measureRate, median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { startBaseline } from './baseline.ts';
import { storeDocument } from './store-document.ts';

const ROUNDS = 5;
const SUBMISSIONS_PER_ROUND = 100;
const CONCURRENCY = 16;
const TARGET_RATIO = 0.4;

interface Submission {
  readonly session: ApplicantSession;
  readonly form: Record<string, unknown>;
}

/** A signed-in applicant with uploaded papers and a complete form. */
async function prepareSubmission(portal: Portal, picture: Buffer): Promise<Submission> {
  const session = await registerApplicant(portal.origin);
  const form = await buildApplicationForm(session.person, {
    save_id: 2,
    image: await storeDocument(session, { kind: 'image', bytes: picture, name: 'me.jpg' }),
    birthcertificate: await storeDocument(session, {
      ...{ kind: 'birthcertificate', bytes: buildPdf(), name: 'birth.pdf' },
    }),
  });
  return { session, form };
}

async function submitForm({ session, form }: Submission): Promise<void> {
  const { http, body } = await session.call('submitapplicationform', form);
  if (!body.orderId) throw new Error(`a submission failed: ${http} ${JSON.stringify(body)}`);
}

async function submitToBaseline(url: string, { session, form }: Submission): Promise<void> {
  const response = await fetch(`${url}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session.cookie() },
    body: JSON.stringify(form),
  });
  if (!response.ok || !((await response.json()) as { id?: string }).id)
    throw new Error('the baseline failed');
}

/** Measures submissions a second through gateway and services, and of the baseline, in alternating rounds. */
export async function measureSubmissions(portal: Portal): Promise<Figure> {
  const picture = await buildPhoto();
  const prepared: Submission[] = [];
  await measureRate(Array.from({ length: ROUNDS * SUBMISSIONS_PER_ROUND }), 8, async () => {
    prepared.push(await prepareSubmission(portal, picture));
  });
  const baseline = await startBaseline(portal);
  const [portalRates, baselineRates, ratios]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const batch = prepared.slice(round * SUBMISSIONS_PER_ROUND, (round + 1) * SUBMISSIONS_PER_ROUND);
      const baselineRate = await measureRate(batch, CONCURRENCY, (submission) =>
        submitToBaseline(baseline.url, submission),
      );
      const portalRate = await measureRate(batch, CONCURRENCY, submitForm);
      portalRates.push(portalRate);
      baselineRates.push(baselineRate);
      ratios.push(portalRate / baselineRate);
      console.log(
        `submissions, round ${round + 1}: ${portalRate.toFixed(0)}/s against ${baselineRate.toFixed(0)}/s`,
      );
    }
  } finally {
    await baseline.stop();
  }
  return {
    name: `submissions, ${CONCURRENCY} concurrent, median of ${ROUNDS} rounds of ${SUBMISSIONS_PER_ROUND}`,
    measured: `${median(portalRates).toFixed(0)}/s`,
    target: `bare Express, same writes and hops: ${median(baselineRates).toFixed(0)}/s`,
    ratio: `${median(ratios).toFixed(2)} (target ≥ ${TARGET_RATIO})`,
    isReached: median(ratios) >= TARGET_RATIO,
  };
}
