import { createContractEnvironment } from './environment.ts';
import { gateway, sessions, updates } from './gateway.ts';
import { hostileValues } from './hostile-values.ts';
import { paymentHandler } from './payment-handler.ts';
import { rejections } from './rejections.ts';
import { lookUps, secrecy, storeSecrecy } from './secrecy.ts';

// All subjects share one portal, since each start takes long. They run sequentially in this order.

const environment = createContractEnvironment();
const { expectNoCollectionScans } = lookUps(environment);
const { heartbeat: expectHeartbeat } = updates(environment);
sessions(environment);
paymentHandler(environment);
gateway(environment);
rejections(environment);
hostileValues(environment);
expectHeartbeat();
secrecy(environment);
expectNoCollectionScans();
storeSecrecy(environment); // reads whole collections itself
