import { afterAll } from 'vitest';
import { endProcesses } from './process-ends.ts';

// This runs before the tests of each file, so they are the tests of that file.
afterAll(endProcesses);
