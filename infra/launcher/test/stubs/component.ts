// A component that only answers readiness checks, for tests of the launcher.
import { createServer } from 'node:http';

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
