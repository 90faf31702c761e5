import type { Application } from '../domain/application.ts';
import type { Repositories } from '../persistence/repositories.ts';

/** @throws when it is unknown: the message is retried and finally dead-lettered. */
export async function getApplication({ applications }: Repositories, id: string): Promise<Application> {
  const application = await applications.find(id);
  if (!application) throw new Error('an event about an unknown application');
  return application;
}
