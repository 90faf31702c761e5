import { findContainerError } from './containers.ts';
import { type BackingServices, findExternalBackingServices } from './external.ts';

/** The stores that variables name; else containers if Docker can run them; else processes. */
export async function startBackingServices(report = reportToStderr): Promise<BackingServices> {
  const external = findExternalBackingServices();
  if (external) return external;
  const containerError = await findContainerError();
  if (containerError) {
    report(`The stores run as processes: ${containerError}`);
    const { startAsProcesses } = await import('./processes.ts');
    return startAsProcesses();
  }
  report('The stores run as containers.');
  const { startContainers } = await import('./containers.ts');
  return startContainers();
}

function reportToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
