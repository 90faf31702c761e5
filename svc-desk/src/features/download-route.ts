import type { StaffMember, StaffRole } from '@archaka/contracts';
import { type AuthenticateStaff, forbidden, invalid, tooMany } from '@archaka/service-kit';
import type { Response, Router } from 'express';
import type * as z from 'zod';

/** Of one member of the staff at a time. Seconds until another try. */
const RETRY_S = 30;

interface DownloadRequest<Query extends z.ZodType> {
  readonly query: z.output<Query>;
  readonly member: StaffMember;
  /** Of the path. */
  readonly parameters: Readonly<Record<string, string | string[]>>;
}

interface Download {
  /** Of the file. */
  readonly name: string;
  readonly type: string;
  /** Bytes, where they are known. */
  readonly length?: number;
  /** A failure ends the download before its end. */
  readonly write: (response: Response) => Promise<void>;
}

interface DownloadOptions<Query extends z.ZodType> {
  readonly path: string;
  readonly roles: readonly StaffRole[];
  readonly query: Query;
  /** Records the download. */
  readonly open: (request: DownloadRequest<Query>) => Promise<Download>;
}

/** Streams a file to members of the staff with one of the roles. It must not remain in the browser's cache. */
export function registerDownloadRoute<Query extends z.ZodType>(
  router: Router,
  authenticateStaff: AuthenticateStaff,
  { path, roles, query: schema, open }: DownloadOptions<Query>,
): void {
  const downloading = new Set<string>();

  router.get(path, async (request, response) => {
    const member = await authenticateStaff(request);
    if (!member.roles.some((role) => roles.includes(role)))
      throw forbidden('Your roles do not include this file.');
    const query = schema.safeParse(request.query);
    if (!query.success) throw invalid([{ field: 'query', message: 'A parameter is wrong' }]);
    if (downloading.has(member.id)) throw tooMany(RETRY_S);
    downloading.add(member.id);
    try {
      const { name, type, length, write } = await open({
        query: query.data,
        member,
        parameters: request.params,
      });
      response.set({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        ...(length !== undefined && { 'content-length': String(length) }),
      });
      await write(response).catch(() => response.destroy());
    } finally {
      downloading.delete(member.id);
    }
  });
}
