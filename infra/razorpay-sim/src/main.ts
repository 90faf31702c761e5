import { createServer, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createOrderRoutes } from './api/orders.ts';
import { createPaymentRoutes } from './api/payments.ts';
import { createAuthentication, createDisputeRoutes, createSettlementRoutes } from './api/routes.ts';
import { createCheckoutRoutes } from './checkout/routes.ts';
import { badRequest, ProviderError, unknownAddress } from './errors.ts';
import { expirePayments } from './money/payments.ts';
import { startRefundSettlement } from './money/refunds.ts';
import { createControlRoutes } from './sim/routes.ts';
import { readConfig, Simulator } from './simulator.ts';

/** @param host the addresses that the simulator listens on */
function createApp(simulator: Simulator, { host }: { host: string }): Express {
  const app = express();
  app.use(createHostCheck(host.split(',')));
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.get(['/healthz', '/readyz'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use(createCheckoutRoutes(simulator));
  app.use('/sim', express.json(), createControlRoutes(simulator));
  app.use(
    '/v1',
    createAuthentication(simulator.keys),
    express.json(),
    express.urlencoded({ extended: true }),
  );
  app.use('/v1/orders', createOrderRoutes(simulator));
  app.use('/v1/payments', createPaymentRoutes(simulator));
  app.use('/v1/disputes', createDisputeRoutes(simulator));
  app.use('/v1/settlements', createSettlementRoutes(simulator));
  app.use(() => {
    throw unknownAddress();
  });
  app.use(handleError);
  return app;
}

/** A page that rebinds its own name to this machine's address comes with that name; two Hosts have no meaning. */
function createHostCheck(ownNames: readonly string[]): RequestHandler {
  return ({ headers, rawHeaders }, _response, next) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    const url = `http://${headers.host}`;
    const name = URL.canParse(url) ? new URL(url).hostname : '';
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
    const isLocal = name === 'localhost' || name.endsWith('.localhost');
    // The name of a container has no dot, and no public name is one.
    const isOwn = isAddress || isLocal || !name.includes('.') || ownNames.includes(name);
    if (hosts.length !== 1 || !isOwn) throw badRequest("The Host of the request is not the simulator's");
    next();
  };
}

const handleError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const providerError = error instanceof ProviderError ? error : toProviderError(error);
  response.status(providerError.status).json(providerError.body);
};

/** Express rejects unreadable requests with a 4xx; any other error is a bug of the simulator. */
function toProviderError(error: unknown): ProviderError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return badRequest('The request could not be read');
  console.error(
    JSON.stringify({ level: 'error', message: error instanceof Error ? error.stack : 'unknown' }),
  );
  return new ProviderError(500, { code: 'SERVER_ERROR', description: 'The server encountered an error' });
}

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
