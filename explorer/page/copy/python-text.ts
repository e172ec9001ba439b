import { type CopiedRequest, keyHeader } from './copied-request.ts';

const constants: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON that is laid out, as Python. */
const literalOf = (json: string): string =>
  json.replaceAll(
    /^( *(?:"(?:[^"\\]|\\.)*": )?)(true|false|null)(?=,?$)/gm,
    (_all, before, constant) => `${before}${constants[constant]}`,
  );

const textOf = (text: string): string =>
  `"""\n${text.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}\n"""`;

/** A request as a program of Python that prints its answer. */
export const pythonText = (request: CopiedRequest): string => {
  const { url, query, variables, operationName, headers, hasPlaceholder } = request;
  const lines = headers.map((pair) => `${pair.map((one) => JSON.stringify(one)).join(': ')},`);
  const [name, value] = keyHeader;
  const remark = `# "${name}": "${value}", if the gateway asks for a key`;
  const named = operationName === null ? '' : `, "operationName": "${operationName}"`;
  return `# Python 3, with its standard library alone.
import json
import sys
import urllib.error
import urllib.request

query = ${textOf(query)}

variables = ${literalOf(variables)}

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"query": query, "variables": variables${named}}).encode(),
    headers={
        ${(hasPlaceholder ? lines : [...lines, remark]).join('\n        ')}
    },
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    response = refusal
with response:
    answer = json.load(response)
for error in answer.get("errors", []):
    print(error["message"], file=sys.stderr)
print(json.dumps(answer.get("data"), indent=2, ensure_ascii=False))
`;
};
