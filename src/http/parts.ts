import { internalError } from '../errors.ts';
import type { Increment, Part } from '../execution/parts.ts';
import type { RequestNote } from './exchange.ts';
import type { Later, Reply } from './reply.ts';
import { codesOf, shown } from './reply.ts';

// The format of incremental delivery that clients support.
const partsType = 'multipart/mixed; boundary="-"; deferSpec=20220824';
const boundary = '\r\n---';
const theEnd = '--\r\n';

/** A reply whose body is the first part of an answer; the others follow, and their errors are noted in `note`. */
export const inParts = (reply: Reply, later: Later, note: RequestNote): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': partsType },
  body: boundary + partOf(String(reply.body)),
  later: textsOf(later, note),
});

async function* textsOf({ parts, trace, ended }: Later, note: RequestNote) {
  try {
    for await (const part of parts) {
      const errors = part.increments.flatMap((one) => one.errors);
      note.codes = [...new Set([...note.codes, ...codesOf(errors)])];
      note.faults = [...note.faults, ...part.faults];
      const text = jsonOf(part, part.hasNext || trace === null ? null : trace());
      yield partOf(text) + (part.hasNext ? '' : theEnd);
    }
  } catch (error) {
    const failed = internalError();
    note.codes = [...new Set([...note.codes, ...codesOf([failed])])];
    note.faults = [...note.faults, error];
    const text = JSON.stringify({ errors: [shown(failed)], hasNext: false });
    yield partOf(text) + theEnd;
  } finally {
    ended();
  }
}

// Clients take only this type in parts. The boundary is sent right behind a part, so that its end is known at once.
const partOf = (json: string): string =>
  `\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}${boundary}`;

const jsonOf = ({ increments, hasNext }: Part, extensions: string | null): string => {
  const members = [
    `"incremental":[${increments.map(incrementOf).join(',')}]`,
    `"hasNext":${hasNext}`,
    ...(extensions === null ? [] : [`"extensions":${extensions}`]),
  ];
  return `{${members.join(',')}}`;
};

const incrementOf = ({ kind, json, path, label, errors }: Increment): string => {
  const members = [
    `"${kind}":${json.toString()}`,
    `"path":${JSON.stringify(path)}`,
    ...(label === null ? [] : [`"label":${JSON.stringify(label)}`]),
    ...(errors.length === 0 ? [] : [`"errors":${JSON.stringify(errors.map(shown))}`]),
  ];
  return `{${members.join(',')}}`;
};
