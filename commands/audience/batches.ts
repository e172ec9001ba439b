import { entriesIn, type PeopleFile } from './people.ts';
import type { Fault, Person } from './person.ts';

/** People that one request sends. */
export interface Batch {
  /** Its place in the file, from 0 on: the same file always has the same batches. */
  readonly index: number;
  readonly people: readonly Person[];
  /** The lines of the first and the last of them. */
  readonly first: number;
  readonly last: number;
}

// A request takes 2,500 operations and 5,000,000 bytes.
const mostPeople = 2500;
const mostBytes = 4_500_000;

/** Gets what is wrong with the record on a line. */
type OnFaults = (line: number, faults: readonly Fault[]) => Promise<void>;

/** The people of a file in batches, without the identifiers that are wrong. */
export async function* batchesIn(file: PeopleFile, onFaults: OnFaults): AsyncGenerator<Batch> {
  let [index, bytes] = [0, 0];
  let people: { readonly line: number; readonly person: Person }[] = [];
  const batch = (): Batch => ({
    index,
    people: people.map(({ person }) => person),
    first: people[0]?.line ?? 0,
    last: people.at(-1)?.line ?? 0,
  });
  for await (const { line, value } of entriesIn(file)) {
    const { person, faults } = value;
    if (faults.length > 0) await onFaults(line, faults);
    if (person === null) continue;
    const size = Buffer.byteLength(JSON.stringify(person));
    if (people.length === mostPeople || bytes + size > mostBytes) {
      yield batch();
      index += 1;
      bytes = 0;
      people = [];
    }
    people.push({ line, person });
    bytes += size;
  }
  if (people.length > 0) yield batch();
}
