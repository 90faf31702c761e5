import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Examination, routes } from '@archaka/contracts';
import {
  anonymousActor,
  createRateLimiter,
  createSealingKey,
  HttpProblem,
  toNetworkKey,
  wrongType,
} from '@archaka/service-kit';
import express, { type RequestHandler, type Response, type Router } from 'express';
import * as z from 'zod';
import { findDueTicket } from '../../domain/application.ts';
import {
  isPublished,
  type PublishedResult,
  parseDateOfBirth,
  parseRollNumber,
  type ResultQuery,
} from '../../domain/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { type FormState, pagePolicy, renderFormPage, renderResultPage } from './result-page.ts';

/** Attempts without a result; many phones share one address of a mobile network. */
const LIMIT_BY_ADDRESS = { name: 'results-by-address', points: 60, seconds: 600 };
/** Some 18,000 dates are possible. */
const LIMIT_BY_ROLL_NUMBER = { name: 'results-by-roll-number', points: 10, seconds: 3600 };

/** Longer than the look-ups, so that the time of an answer does not reveal which of them found nothing. */
const ANSWER_MS = 400;

const MAX_FORM = '2kb';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const requireForm: RequestHandler = (request, _response, next) => {
  if (!request.is(FORM_TYPE)) throw wrongType();
  next();
};

const parseForm = express.urlencoded({
  extended: false,
  limit: MAX_FORM,
  inflate: false,
  parameterLimit: 10,
});

/** A missing or repeated field is empty. */
const formSchema = z.object({ roll_number: z.string().catch(''), dob: z.string().catch('') });

/** What the `limits` collection stores of an address or roll number. */
function createPseudonyms({ TICKET_KEYS_SECRET }: Dependencies['config']) {
  const { key } = createSealingKey(TICKET_KEYS_SECRET[0].key, 'results');
  return (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
}

function createAttemptLimit({ db, config }: Pick<Dependencies, 'db' | 'config'>) {
  const toPseudonym = createPseudonyms(config);
  const byAddress = createRateLimiter(db, LIMIT_BY_ADDRESS);
  const byRollNumber = createRateLimiter(db, LIMIT_BY_ROLL_NUMBER);

  return {
    /** @throws HttpProblem 429 */
    async consume(address: string, rollNumber: string): Promise<void> {
      await byAddress.consume(toPseudonym(address));
      await byRollNumber.consume(toPseudonym(rollNumber));
    },
    /** An attempt that found its result counts no more. */
    async reward(address: string, rollNumber: string): Promise<void> {
      await byAddress.reward(toPseudonym(address));
      await byRollNumber.reward(toPseudonym(rollNumber));
    },
  };
}

const NOWHERE = '';

/** The same look-ups for a known and an unknown roll number. */
async function findPublished(
  { rollNumber, dob }: ResultQuery,
  { findExamination, repositories: { applications, allotments } }: Dependencies,
): Promise<{ published: PublishedResult; examination: Examination } | undefined> {
  const allotment = await allotments.findByRollNumber(rollNumber);
  const [application] = await applications.findMany([allotment?.application_id ?? NOWHERE]);
  const due = application && findDueTicket(application, findExamination);
  if (!isPublished(due) || due.applicationVersion.snapshot.dob !== dob) return undefined;
  const examination = findExamination(due.applicationVersion.snapshot.examine_year);
  return examination && { published: due, examination };
}

function sendPage(response: Response, status: number, page: string): void {
  response.setHeader('content-security-policy', pagePolicy);
  response.setHeader('cache-control', 'no-store');
  // A browser sends a form's `Origin` as null under `no-referrer`.
  response.setHeader('referrer-policy', 'same-origin');
  response.status(status).type('html').send(page);
}

/** `GET /results`, a form, and `POST /results`, its answer: pages without scripts, for anyone. */
export function registerFindResultRoutes(router: Router, deps: Dependencies): void {
  const { audit, config, guard } = deps;
  const limit = createAttemptLimit(deps);
  const sendForm = (response: Response, status: number, state: FormState) =>
    sendPage(response, status, renderFormPage(state, { examination: deps.examination, trial: config.TRIAL }));

  async function answer(query: ResultQuery, address: string): Promise<string | undefined> {
    const { rollNumber } = query;
    await limit.consume(address, rollNumber);
    const found = await findPublished(query, deps);
    if (!found) return undefined;
    const { published, examination } = found;
    await limit.reward(address, rollNumber);
    await audit.record({
      action: 'result.read',
      actor: anonymousActor,
      subject: {
        applicationId: published.application_id,
        userId: published.applicationVersion.user_id,
      },
      detail: { revision: published.result.revision },
    });
    return renderResultPage({ rollNumber, published }, { examination, trial: config.TRIAL });
  }

  router.get(routes.resultsPage.path, (_request, response) =>
    sendForm(response, 200, { typed: { roll_number: '', dob: '' } }),
  );

  router.post(routes.findResult.path, guard.sameSite, requireForm, parseForm, async (request, response) => {
    const typed = formSchema.parse(request.body);
    const [rollNumber, dob] = [parseRollNumber(typed.roll_number), parseDateOfBirth(typed.dob)];
    if (rollNumber === undefined || dob === undefined) {
      const mistakes = [
        ...(rollNumber === undefined ? (['roll_number'] as const) : []),
        ...(dob === undefined ? (['dob'] as const) : []),
      ];
      sendForm(response, 400, { typed, mistakes });
      return;
    }
    try {
      const [page] = await Promise.all([
        answer({ rollNumber, dob }, toNetworkKey(request)),
        pause(ANSWER_MS),
      ]);
      if (page === undefined) sendForm(response, 200, { typed, notFound: true });
      else sendPage(response, 200, page);
    } catch (error) {
      if (!(error instanceof HttpProblem && error.code === 'too-many')) throw error;
      const seconds = error.headers['retry-after'] ?? '60';
      response.setHeader('retry-after', seconds);
      sendForm(response, 429, { typed, secondsToWait: Number(seconds) });
    }
  });
}
