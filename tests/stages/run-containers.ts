import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const runDocker = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('docker', args, { timeout: 60_000 });
  return stdout.split('\n').filter(Boolean);
};

/**
 * Removes a run's containers, found by their label, and its Compose projects, found by their names.
 * @returns their descriptions; none without a Docker engine
 */
export async function removeContainers(run: string): Promise<string[]> {
  try {
    const label = ['--filter', `label=archaka.test-run=${run}`];
    const containers = await runDocker('ps', '--all', ...label, '--format', '{{.ID}} {{.Image}}');
    for (const container of containers)
      await runDocker('rm', '--force', '--volumes', container.split(' ')[0] ?? '');
    const format = '{{.Label "com.docker.compose.project"}}';
    const names = await runDocker('ps', '--all', '--filter', `name=${run.toLowerCase()}`, '--format', format);
    const projects = [...new Set(names)].filter((name) => name.startsWith(run.toLowerCase()));
    for (const project of projects)
      await runDocker('compose', '--project-name', project, 'down', '--volumes');
    return [
      ...containers.map((entry) => `container ${entry}`),
      ...projects.map((entry) => `Compose project ${entry}`),
    ];
  } catch {
    return [];
  }
}
