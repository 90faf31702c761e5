import { createServer } from 'node:http';
import { exitCodes } from '@archaka/command-line';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { expirePayments } from './money/expire-payments.ts';
import { startRefundSettlement } from './money/settle-refunds.ts';
import { Simulator } from './simulator.ts';

const STOP_WITHIN_MS = 2000;
const EXPIRE_EVERY_MS = 5000;

function exitWithError(message: string, code: number = exitCodes.failure): never {
  console.error(`razorpay-sim: ${message}`);
  process.exit(code);
}

function start(): void {
  const config = readConfig(process.env);
  const simulator = new Simulator(config);
  const stopRefundSettlement = startRefundSettlement(simulator);
  const expiryTimer = setInterval(() => expirePayments(simulator), EXPIRE_EVERY_MS);
  const server = createServer(createApp(simulator));
  server.on('error', (error) => exitWithError(error.message));
  server.listen(config.PORT, () => console.log(`razorpay-sim listens on port ${config.PORT}`));

  const stop = () => {
    server.close(() => {
      stopRefundSettlement();
      clearInterval(expiryTimer);
      simulator.stop();
      process.exit(0);
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  start();
} catch (error) {
  // An environment or a data file that no restart makes valid.
  exitWithError(error instanceof Error ? error.message : 'could not start', exitCodes.configuration);
}
