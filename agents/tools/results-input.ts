import { z } from 'zod';
import { rangeInput } from './results-range.ts';
import { argumentsOf, kinds } from './tool.ts';

/** The arguments of `ads_results`. */
export const resultsInput = argumentsOf({
  level: z.enum(kinds).describe('what each row is about'),
  account: z.string().max(100).optional().describe('id or name: all of it that ran'),
  ids: z.array(z.string().max(100)).min(1).max(500).optional().describe('only these'),
  range: rangeInput,
  metrics: z
    .array(z.string().max(100))
    .min(1)
    .max(20)
    .optional()
    .describe('fields of Metrics, such as spend, conversionPurchases'),
  by: z.enum(['DAY', 'HOUR']).optional(),
  sort: z.string().max(100).optional().describe('a metric; - first for the highest first'),
  top: z.int().min(1).max(10_000).optional().describe('only so many rows; totals are of all'),
  compare: z.boolean().optional().describe('also the range before, as …Before'),
});

export type ResultsInput = z.infer<typeof resultsInput>;
