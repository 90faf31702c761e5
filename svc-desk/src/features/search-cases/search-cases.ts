import {
  findCases,
  type GrievanceSummary,
  getGrievances,
  isApplicationId,
  type StaffMember,
  searchCases,
} from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { CaseFilter } from '../../persistence/case-search.ts';
import { isOfCaller } from '../../persistence/grievance-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toGrievanceSummary } from '../help-applicant/wire-grievance.ts';
import { summarise } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';

type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'application'; readonly id: string }
  | { readonly kind: 'grievance'; readonly id: string }
  | { readonly kind: 'number' | 'aadhaar' | 'order_id'; readonly value: string }
  | { readonly kind: 'roll'; readonly rollNumber: string }
  | { readonly kind: 'name'; readonly name: string };

/** A whole number in one of its spellings; the kind follows from its length. */
function parseSearch(text: string): Query {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'all' };
  const id = trimmed.toUpperCase();
  if (isApplicationId(id)) return { kind: 'application', id };
  if (/^GR\d{2}-[0-9A-Z]{8}$/.test(id)) return { kind: 'grievance', id };
  if (/^\d\d-[A-Z0-9]{2,6}-\d{4}$/.test(id)) return { kind: 'roll', rollNumber: id };
  if (/^order_\w+$/.test(trimmed)) return { kind: 'order_id', value: trimmed };
  const digits = trimmed.replaceAll(/[\s-]/g, '').replace(/^\+91(?=\d{10}$)/, '');
  if (/^\d{10}$/.test(digits)) return { kind: 'number', value: digits };
  if (/^\d{12}$/.test(digits)) return { kind: 'aadhaar', value: digits };
  return { kind: 'name', name: trimmed };
}

/** Those of callers without an application; none for a member who may not read grievances. */
async function findOfCallers(
  { grievances, nameIndex }: Pick<Dependencies, 'grievances' | 'nameIndex'>,
  query: Query,
  { roles }: StaffMember,
): Promise<GrievanceSummary[]> {
  if (!getGrievances.roles.some((role) => roles.includes(role))) return [];
  if (query.kind === 'number')
    return (await grievances.listByNumber(nameIndex.computeNumber(query.value))).map(toGrievanceSummary);
  const found = query.kind === 'grievance' ? await grievances.find(query.id) : undefined;
  return found && isOfCaller(found) ? [toGrievanceSummary(found)] : [];
}

/** Undefined where nothing can match. */
async function toFilter(
  { services, grievances, nameIndex, examination }: Dependencies,
  query: Query,
  examineYear: string | undefined,
): Promise<Pick<CaseFilter, 'ids' | 'roll_number' | 'tokens'> | undefined> {
  if (query.kind === 'all') return {};
  if (query.kind === 'application') return { ids: [query.id] };
  if (query.kind === 'roll') return { roll_number: query.rollNumber };
  if (query.kind === 'grievance') {
    const grievance = await grievances.find(query.id);
    return grievance && !isOfCaller(grievance) ? { ids: [grievance.applicationId] } : undefined;
  }
  if (query.kind === 'name') {
    const tokens = nameIndex.compute(examineYear ?? examination.examine_year, query.name);
    return tokens.length === 0 ? undefined : { tokens };
  }
  const { data = [] } = await services.call(findCases, { [query.kind]: query.value });
  return { ids: data.map(({ application_id }) => application_id) };
}

export const createSearchHandler = (deps: Dependencies): CallHandler =>
  handleCall(searchCases, {
    handle: async ({ body: { text, after, limit, ...facets }, staff: member }) => {
      const query = parseSearch(text);
      await deps.audit.record({
        action: 'cases.searched',
        actor: toActor(member.id),
        detail: { by: query.kind },
      });
      const [found, callers, behind] = await Promise.all([
        toFilter(deps, query, facets.examine_year),
        findOfCallers(deps, query, member),
        deps.cases.countBehind(),
      ]);
      if (!found) return ok({ data: [{ cases: [], grievances: callers, total: 0, behind }] });
      const filter = { ...facets, ...found, districts: member.districts };
      const { rows, total } = await deps.caseSearch.search(filter, { after, limit });
      return ok({ data: [{ cases: await summarise(deps, rows), grievances: callers, total, behind }] });
    },
  });
