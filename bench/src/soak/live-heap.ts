import { eventually } from '@archaka/test-kit';

/** Where Node listens after SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
/** Connections delay `close()`, so it waits until this one has ended. */
const CLOSE_INSPECTOR = "setTimeout(() => process.getBuiltinModule('node:inspector').close(), 100)";

interface InspectorTarget {
  readonly webSocketDebuggerUrl: string;
}

/**
 * Collects the garbage of a process of Node, so that its memory is comparable with that of another time.
 * For one process at a time: all of them listen on the same port.
 * @returns MiB of the objects that are left
 */
export async function measureLiveHeap(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const { webSocketDebuggerUrl } = await eventually(readTarget);
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  await call(socket, 'HeapProfiler.collectGarbage');
  const { usedSize } = (await call(socket, 'Runtime.getHeapUsage')) as { usedSize: number };
  await call(socket, 'Runtime.evaluate', { expression: CLOSE_INSPECTOR });
  socket.close();
  await once(socket, 'close');
  await eventually(async () => !(await isListening()));
  return usedSize / 1024 / 1024;
}

const readTargets = async () => (await (await fetch(INSPECTOR)).json()) as InspectorTarget[];

async function readTarget(): Promise<InspectorTarget> {
  const [target] = await readTargets();
  if (!target) throw new Error('the inspector of Node shows no target');
  return target;
}

const isListening = (): Promise<boolean> =>
  readTargets().then(
    () => true,
    () => false,
  );

const once = (socket: WebSocket, type: 'open' | 'close' | 'message'): Promise<Event> =>
  new Promise((resolve, reject) => {
    socket.addEventListener(type, resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('no connection to the inspector of Node')), {
      once: true,
    });
  });

async function call(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method, params }));
  return JSON.parse(((await answered) as MessageEvent).data).result;
}
