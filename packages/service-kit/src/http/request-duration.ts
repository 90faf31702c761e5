import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHistogram } from '../metrics.ts';

/** OpenTelemetry's semantic conventions for HTTP servers. */
const durations = createHistogram<{
  http_request_method: string;
  http_route: string;
  http_response_status_code: string;
}>({
  name: 'http_server_request_duration_seconds',
  description: 'Duration of requests, by route pattern',
  bounds: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
});

/** The proxies' convention: the client left before the response. */
const CLIENT_LEFT = 499;

export function countRequest({
  request,
  response,
  route,
  ms,
}: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: string;
  readonly ms: number;
}): void {
  durations.record(ms / 1000, {
    http_request_method: request.method ?? '',
    http_route: route,
    http_response_status_code: String(response.writableFinished ? response.statusCode : CLIENT_LEFT),
  });
}
