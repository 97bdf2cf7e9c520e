import { drawBenchChart } from './reference/bench-chart.js';

const figures = { requestsPerSecond: 100, medianMilliseconds: 5, slowMilliseconds: 9 };

describe('drawBenchChart', () => {
  it('has a bar with the requests of a core for each operation and engine', () => {
    const svg = drawBenchChart([
      { ...figures, engine: 'sqlite', operation: 'one entry', processorMilliseconds: 0.5 },
      { ...figures, engine: 'postgres', operation: 'one entry', processorMilliseconds: 1 },
      { ...figures, engine: 'sqlite', operation: 'update', processorMilliseconds: 4 },
    ]);
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    const widths = [...svg.matchAll(/width="([\d.]+)" height="13"/g)].map(([, width]) => Number(width));

    expect(texts.slice(1)).toEqual(['SQLite', 'PostgreSQL', 'one entry', '2000', '1000', 'update', '250']);
    expect(widths).toEqual([460, 230, 57.5]);
  });
});
