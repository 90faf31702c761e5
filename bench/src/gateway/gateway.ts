import type { Figure } from '../table.ts';
import { compareRoutes } from './compare-routes.ts';
import { startContenders } from './contenders.ts';
import { toFigures } from './figures.ts';

const CONNECTIONS = [1, 16];

/** What the gateway costs a signed-in query, beside a bare proxy before the same services in the same run. */
export async function measure(): Promise<Figure[]> {
  const { routes, stop } = await startContenders();
  try {
    const figures: Figure[] = [];
    for (const connections of CONNECTIONS) {
      const rounds = await compareRoutes(routes, connections);
      figures.push(...toFigures({ connections, rounds }));
    }
    return figures;
  } finally {
    await stop();
  }
}
