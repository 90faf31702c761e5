import { createServer, type RequestListener, type Server } from 'node:http';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { expirePayments } from './money/payments.ts';
import { startRefundSettlement } from './money/refunds.ts';
import { Simulator } from './simulator.ts';

/** EX_CONFIG of sysexits.h: a restart with the same environment cannot succeed. */
const EXIT_CONFIGURATION = 78;
const STOP_WITHIN_MS = 2000;
const EXPIRE_EVERY_MS = 5000;

function exitWithError(message: string, code = 1): never {
  console.error(`razorpay-sim: ${message}`);
  process.exit(code);
}

function listen(app: RequestListener, host: string, port: number): Server {
  const server = createServer(app);
  server.on('error', (error) => exitWithError(error.message));
  return server.listen(port, host === 'localhost' ? '127.0.0.1' : host);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function start(): void {
  const config = readConfig(process.env);
  const simulator = new Simulator(config);
  const stopRefundSettlement = startRefundSettlement(simulator);
  const expiryTimer = setInterval(() => expirePayments(simulator), EXPIRE_EVERY_MS);
  const app = createApp(simulator, { host: config.HOST });
  const servers = config.HOST.split(',').map((host) => listen(app, host, config.PORT));
  servers[0]?.once('listening', () => console.log(`razorpay-sim listens on port ${config.PORT}`));

  const stop = async () => {
    setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), STOP_WITHIN_MS).unref();
    await Promise.all(servers.map(close));
    stopRefundSettlement();
    clearInterval(expiryTimer);
    simulator.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  start();
} catch (error) {
  // An environment or a data file that no restart makes valid.
  exitWithError(error instanceof Error ? error.message : 'could not start', EXIT_CONFIGURATION);
}
