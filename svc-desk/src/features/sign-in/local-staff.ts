import { deriveLocalStaff } from '@archaka/service-kit/operators';
import { hashPassword } from '../../domain/password.ts';
import type { StaffRepository } from '../../persistence/staff-repository.ts';

/** scrypt's N of passwords that nobody can guess, since they derive from the secret: a portal starts faster. */
const COST = 1024;

/** Adds the staff of a developer's portal, unless it is there. */
export async function addLocalStaff(staff: StaffRepository, localSecret: string): Promise<void> {
  const missing = await Promise.all(
    deriveLocalStaff(localSecret).map(async (member) => ((await staff.find(member.id)) ? [] : [member])),
  );
  for (const { password, ...member } of missing.flat())
    await staff.add({ ...member, password: await hashPassword(password, COST) });
}
