// A component that only answers readiness checks, for tests of the launcher.
import { createServer } from 'node:http';

if (process.env.FEE_PAISE === 'ten') {
  console.error('svc-first: Invalid configuration: FEE_PAISE: is not a number');
  process.exit(78);
}
const ports = [process.env.PORT, process.env.HANDLER_PORT].filter((port) => port !== undefined);
const servers = ports.map((port) =>
  createServer((_request, response) => response.end('ok')).listen(Number(port)),
);
process.on('SIGTERM', () => {
  if (process.env.STUBBORN) return;
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});
