import { applicationRules } from './application-rules.ts';
import { authCalls } from './calls-auth.ts';
import { documents } from './documents.ts';
import { edits } from './edits.ts';
import { createContractEnvironment } from './environment.ts';
import { errorResponses } from './error-responses.ts';
import { fuzz } from './fuzz.ts';
import { gateway, updates } from './gateway.ts';
import { paymentHandler } from './payment-handler.ts';
import { payments } from './payments.ts';
import { lookUps, secrecy, storeSecrecy } from './secrecy.ts';

// All subjects share one portal, since each start takes long. They run sequentially in this order.

const environment = createContractEnvironment();
const { expectNoCollectionScans } = lookUps(environment);
const { healing: expectReconciliation } = payments(environment);
const { heartbeat: expectHeartbeat } = updates(environment);
authCalls(environment);
applicationRules(environment);
edits(environment);
documents(environment);
paymentHandler(environment);
gateway(environment);
errorResponses(environment);
fuzz(environment);
expectHeartbeat();
expectReconciliation();
secrecy(environment);
expectNoCollectionScans();
storeSecrecy(environment); // reads whole collections itself
