import { obstacleToContainers } from './docker.ts';
import { givenStores } from './given.ts';
import type { Stores } from './stores.ts';

/** The stores that variables name; else containers where Docker can run them; else processes. */
export async function startStores(tell = tellStderr): Promise<Stores> {
  const given = givenStores();
  if (given) return given;
  const obstacle = await obstacleToContainers();
  if (obstacle) {
    tell(`The stores run as processes: ${obstacle}`);
    const { startAsProcesses } = await import('./processes.ts');
    return startAsProcesses();
  }
  tell('The stores run as containers.');
  const { startContainers } = await import('./containers.ts');
  return startContainers();
}

function tellStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
