/** Reports progress at the terminal, one line at a time. */
export type ProgressReporter = (line: string) => void;

/** Receives the output of an engine. */
export type EngineLog = (chunk: Buffer) => void;

/** A store or broker that runs as a child process and ends with this one, even after SIGKILL. */
export interface Engine {
  /** The address for clients, credentials included. */
  url: string;
  pid: number;
  /** Resolves after the engine has ended for any reason, with a sentence about how. */
  ended: Promise<string>;
  /** Ends all its processes. */
  stop: () => Promise<void>;
  /** Ends them at once, possibly with loss of data. */
  kill: () => void;
}

export interface EngineOptions {
  /** The engine's own folder; created when missing. Its data survives restarts, on any port. */
  dataDir: string;
  /** On 127.0.0.1. */
  port: number;
  log?: EngineLog;
}

/** Environment and progress output; both have defaults. */
export interface SearchOptions {
  /** PATH, ENGINE_CACHE, CHROMIUM_PATH, …; default `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Default: one line each to stderr. */
  report?: ProgressReporter;
}

/** No installation method worked; the message names what to install by hand. */
export class EngineMissing extends Error {
  override name = 'EngineMissing';
}

/** An installed engine does not start; the message contains its last output. */
export class EngineFailed extends Error {
  override name = 'EngineFailed';
}

/** The images of the stores, of exact versions: the same in docker-compose.yml, Kubernetes and infra/docker/images. */
export const MONGO_IMAGE = 'mongo:8.0.30';
export const RABBIT_IMAGE = 'rabbitmq:4.2.9';
