import { NO_FACTS, type PortalFacts } from '../portal/portal-facts.ts';
import type { ScannerDatabase } from './database.ts';

export interface FactsRepository {
  readonly get: () => Promise<PortalFacts>;
  readonly put: (facts: PortalFacts) => Promise<void>;
}

export const createFactsRepository = (database: ScannerDatabase): FactsRepository => ({
  get: async () => (await database.get('portal', 'facts')) ?? NO_FACTS,
  put: async (facts) => {
    await database.put('portal', facts, 'facts');
  },
});
