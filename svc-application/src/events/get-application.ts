import type { Application } from '../domain/application.ts';
import type { Repositories } from '../persistence/repositories.ts';

/**
 * The application an event is about.
 * @throws when there is none: the message is tried again and in the end set aside, not lost.
 */
export async function getApplication({ applications }: Repositories, id: string): Promise<Application> {
  const application = await applications.find(id);
  if (!application) throw new Error('an event about an unknown application');
  return application;
}
