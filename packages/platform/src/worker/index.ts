export { registerWorker } from './register-worker.ts';
export { type WorkerFetchEvent, workerScope } from './worker-scope.ts';
