import { jest } from '@jest/globals';
import { applicationRules } from './application-rules.ts';
import { authCalls } from './calls-auth.ts';
import { documents } from './documents.ts';
import { draftsAndSubmissions } from './drafts-and-submissions.ts';
import { edits } from './edits.ts';
import { fuzz } from './fuzz.ts';
import { gateway } from './gateway.ts';
import { paymentHandler } from './payment-handler.ts';
import { payments } from './payments.ts';
import { publicLists } from './public-lists.ts';
import { refusals } from './refusals.ts';
import { secrecy } from './secrecy.ts';
import { simulator } from './simulator.ts';
import { openStage } from './stage.ts';
import { tickets } from './tickets.ts';
import { updates } from './updates.ts';

// One portal for all of them: each would cost its start. They run in this order, one after the other.
jest.setTimeout(120_000);

const stage = openStage();
const { healing } = payments(stage);
const { heartbeat } = updates(stage);
publicLists(stage);
authCalls(stage);
applicationRules(stage);
draftsAndSubmissions(stage);
edits(stage);
documents(stage);
tickets(stage);
paymentHandler(stage);
gateway(stage);
simulator(stage);
refusals(stage);
fuzz(stage);
heartbeat();
healing();
secrecy(stage);
