import { randomBytes, randomUUID } from 'node:crypto';
import {
  addStaffAccount,
  type CallAnswer,
  changeStaffAccount,
  getStaffAccounts,
  type StaffRole,
  setStaffNumbers,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { createTotpSecret, toOtpauthUri } from '@archaka/service-kit/operators';
import { hashPassword } from '../../domain/password.ts';
import type { StaffRepository } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { maskNumber } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';

type Credentials = NonNullable<CallAnswer<typeof addStaffAccount>['data']>[number];

const PASSWORD_BYTES = 15;

/** Random, and as the repository stores them. */
async function createCredentials(name: string) {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const secret = createTotpSecret();
  const shown: Credentials = { password, authenticator: toOtpauthUri(name, secret) };
  return { shown, stored: { password: await hashPassword(password), secret } };
}

export interface NewStaff {
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly districts?: readonly number[] | undefined;
}

/** @returns undefined when the name is in use */
export async function addStaff(
  staff: StaffRepository,
  { name, roles, districts }: NewStaff,
): Promise<Credentials | undefined> {
  const { shown, stored } = await createCredentials(name);
  const account = { id: randomUUID(), name, roles, ...stored, ...(districts && { districts }) };
  return (await staff.add(account)) ? shown : undefined;
}

export type StaffChange = 'disable' | 'enable' | 'reset';

/** @returns undefined for an unknown name, and the new credentials of a reset */
export async function changeStaff(
  staff: StaffRepository,
  name: string,
  change: StaffChange,
): Promise<readonly Credentials[] | undefined> {
  if (change !== 'reset') return (await staff.setDisabled(name, change === 'disable')) ? [] : undefined;
  const { shown, stored } = await createCredentials(name);
  return (await staff.replaceCredentials(name, stored)) ? [shown] : undefined;
}

export function createManageStaffHandlers({ staff, audit, nameIndex }: Dependencies): CallHandler[] {
  const record = (id: string, detail: Readonly<Record<string, string | number>>) =>
    audit.record({ action: 'staff.changed', actor: toActor(id), detail });
  return [
    handleCall(getStaffAccounts, {
      handle: async () => {
        const accounts = await staff.list();
        return ok({
          data: accounts.map(({ name, roles, districts, isDisabled, ownNumbers }) => ({
            name,
            roles: [...roles],
            ...(districts && { districts: [...districts] }),
            is_disabled: isDisabled,
            own_numbers: ownNumbers.map(({ masked }) => masked),
          })),
        });
      },
    }),
    handleCall(addStaffAccount, {
      handle: async ({ body, staff: administrator }) => {
        const credentials = await addStaff(staff, body);
        if (!credentials) return businessError(420);
        await record(administrator.id, { what: 'add', member: body.name, roles: body.roles.join(',') });
        return ok({ data: [credentials] });
      },
    }),
    handleCall(changeStaffAccount, {
      handle: async ({ body: { name, action }, staff: administrator }) => {
        if (name === administrator.name) return businessError(421);
        const credentials = await changeStaff(staff, name, action);
        if (!credentials) return businessError(420);
        await record(administrator.id, { what: action, member: name });
        return ok({ data: [...credentials] });
      },
    }),
    handleCall(setStaffNumbers, {
      handle: async ({ body: { name, numbers }, staff: administrator }) => {
        if (name === administrator.name) return businessError(421);
        const own = [...new Set(numbers)].map((number) => ({
          token: nameIndex.computeNumber(number),
          masked: maskNumber(number),
        }));
        if (!(await staff.setOwnNumbers(name, own))) return businessError(420);
        await record(administrator.id, { what: 'numbers', member: name, count: own.length });
        return ok();
      },
    }),
  ];
}
