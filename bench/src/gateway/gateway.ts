import type { Figure } from '../table.ts';
import { compareRoutes } from './compare-routes.ts';
import { startContenders } from './contenders.ts';
import { toFigures } from './figures.ts';

const CONNECTIONS = [1, 16];

/** Measures the gateway's cost of a signed-in query, and that of a bare proxy for the same services in the same run. */
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
